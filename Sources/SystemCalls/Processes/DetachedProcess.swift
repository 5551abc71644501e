import Glibc

/// A program that is started and left to itself, and outlives this process.
package enum DetachedProcess {
  /// Starts a program that says nothing to anybody.
  ///
  /// - Parameters:
  ///   - folder: where it works.
  ///   - input: the descriptor that becomes its standard input.
  package static func start(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    input: CInt
  ) throws(SystemError) {
    let nothing = try FileDescriptor(opening: "/dev/null", for: .discarding)
    _ = try ChildProcessRegistry.start(isDetached: true) { () throws(SystemError) in
      try ProcessSpawner(path, arguments, environment: environment, folder: folder)
        .spawn(input, nothing.number, nothing.number)
    }
  }
}
