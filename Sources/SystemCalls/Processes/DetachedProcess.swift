import Glibc

/// Starts programs that outlive this process.
package enum DetachedProcess {
  /// Starts a program and discards its output.
  ///
  /// - Parameters:
  ///   - folder: The program's working directory.
  ///   - input: The descriptor to use as the program's standard input; nil for an empty input.
  package static func start(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    input: CInt? = nil
  ) throws(SystemError) {
    let nullDevice = try FileDescriptor(opening: "/dev/null", for: .discarding)
    let emptyInput = try FileDescriptor(opening: "/dev/null", for: .reading)
    let id = try ChildProcessRegistry.start(isDetached: true) { () throws(SystemError) in
      try ProcessSpawner(path, arguments, environment: environment, folder: folder)
        .spawn(input ?? emptyInput.number, nullDevice.number, nullDevice.number)
    }
    // Wait for it, because the kernel keeps the id of an ended process until then.
    try? SystemThread.start { ChildProcessRegistry.waitForDetached(id) }
  }
}
