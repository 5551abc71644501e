import Foundation

/// Makes system calls of a program fail, using strace.
package struct FaultInjector {
  private let call: String
  private let error: String
  private let paths: [String]

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - error: An errno(3) name.
  ///   - path: The path in the directory. The program may use it as an absolute or relative path,
  ///     or by its last component.
  package init(_ call: String, _ error: String, on path: String, in folder: String) {
    // Programs open files with either call, depending on the kernel.
    self.call = call == "openat" ? "openat,openat2" : call
    self.error = error
    paths = ["\(folder)/\(path)", path, (path as NSString).lastPathComponent]
  }

  /// Returns the words to put before the program's command line.
  ///
  /// - Parameter log: The file to which strace writes the failed calls, marked `INJECTED`.
  package func commandPrefix(log: String) -> [String] {
    let filters = paths.flatMap { ["-P", $0] }
    let fault = ["-e", "trace=\(call)", "-e", "inject=\(call):error=\(error)"]
    return [TestPrograms.installed("strace") ?? "strace", "-f", "-qq", "-o", log] + filters + fault
      + ["--"]
  }

  /// Returns whether this system allows tracing a program.
  package static func isAvailable() async -> Bool {
    guard let strace = TestPrograms.installed("strace") else { return false }
    let tried = try? await TestPrograms.run(strace, ["-qq", "-e", "trace=none", "--", "/bin/true"])
    return tried?.status == 0
  }
}
