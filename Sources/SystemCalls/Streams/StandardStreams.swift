import Glibc

/// Reserves standard input and output for a protocol, so that other code, such as `print`, can't
/// interfere.
package enum StandardStreams {
  /// Moves standard input and output to new descriptors for the caller.
  ///
  /// Afterwards, other code finds standard input empty, and what it prints goes to standard error.
  /// Flags of the streams, such as non-blocking mode, don't change.
  ///
  /// - Returns: The new descriptors, which child processes don't inherit.
  package static func claim() throws(SystemError) -> (input: CInt, output: CInt) {
    let input = try systemCall("fcntl", "stdin") { fcntl(0, F_DUPFD_CLOEXEC, 3) }
    let output = try systemCall("fcntl", "stdout") { fcntl(1, F_DUPFD_CLOEXEC, 3) }
    let nullDevice = try FileDescriptor(opening: "/dev/null", for: .reading)
    try systemCall("dup2", "stdin") { dup2(nullDevice.number, 0) }
    try systemCall("dup2", "stdout") { dup2(2, 1) }
    return (input, output)
  }
}
