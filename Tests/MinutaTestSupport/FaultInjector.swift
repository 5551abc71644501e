import Foundation

/// System calls that fail in one program, as strace makes them.
package struct FaultInjector {
  private let call: String
  private let error: String
  private let paths: [String]

  /// - Parameters:
  ///   - error: a name of errno(3).
  ///   - path: within the folder; the program may name it from there, or by its last part.
  package init(_ call: String, _ error: String, on path: String, in folder: String) {
    // Files are opened by either, as the system knows them.
    self.call = call == "openat" ? "openat,openat2" : call
    self.error = error
    paths = ["\(folder)/\(path)", path, (path as NSString).lastPathComponent]
  }

  /// The words before a program.
  ///
  /// - Parameter log: the file that names the calls that failed, with `INJECTED`.
  package func commandPrefix(log: String) -> [String] {
    let filters = paths.flatMap { ["-P", $0] }
    let fault = ["-e", "trace=\(call)", "-e", "inject=\(call):error=\(error)"]
    return [TestPrograms.installed("strace") ?? "strace", "-f", "-qq", "-o", log] + filters + fault
      + ["--"]
  }

  /// Whether the system lets a program be traced.
  package static func isAvailable() async -> Bool {
    guard let strace = TestPrograms.installed("strace") else { return false }
    let tried = try? await TestPrograms.run(strace, ["-qq", "-e", "trace=none", "--", "/bin/true"])
    return tried?.status == 0
  }
}
