import Foundation

/// Makes a system call fail when a program uses it on a certain path, with the help of strace.
package struct FaultInjector {
  private let call: String
  private let error: String
  private let paths: [String]

  /// Describes the failure to inject.
  ///
  /// - Parameters:
  ///   - call: The name of the system call, such as `openat`.
  ///   - error: The name of an errno(3) value, such as `ENOSPC`.
  ///   - path: The path in `folder` for which the call fails. The program may use it as an absolute
  ///     path, relative to `folder`, or only by its last component.
  package init(_ call: String, _ error: String, on path: String, in folder: String) {
    // A program opens files with one of the two calls, depending on the kernel, so both must fail.
    self.call = call == "openat" ? "openat,openat2" : call
    self.error = error
    paths = ["\(folder)/\(path)", path, (path as NSString).lastPathComponent]
  }

  /// Returns the strace command and its options, to put before the program's command line.
  ///
  /// - Parameter log: The file to which strace writes the failed calls, marked `INJECTED`.
  package func commandPrefix(log: String) -> [String] {
    let filters = paths.flatMap { ["-P", $0] }
    let fault = ["-e", "trace=\(call)", "-e", "inject=\(call):error=\(error)"]
    return [TestPrograms.installed("strace") ?? "strace", "-f", "-qq", "-o", log] + filters + fault
      + ["--"]
  }
}
