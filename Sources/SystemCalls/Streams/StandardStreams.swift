import Glibc

/// Standard input and output, moved out of the way of whatever else would write there.
package enum StandardStreams {
  /// Takes both for the caller alone.
  ///
  /// What reads standard input afterwards finds its end, what writes to standard output lands in
  /// standard error. Their flags stay as they are.
  ///
  /// - Returns: the descriptors that lead where the streams led; no child inherits them.
  package static func claim() throws(SystemError) -> (input: CInt, output: CInt) {
    let input = try systemCall("fcntl", "stdin") { fcntl(0, F_DUPFD_CLOEXEC, 3) }
    let output = try systemCall("fcntl", "stdout") { fcntl(1, F_DUPFD_CLOEXEC, 3) }
    let nothing = try FileDescriptor(opening: "/dev/null", for: .reading)
    try systemCall("dup2", "stdin") { dup2(nothing.number, 0) }
    try systemCall("dup2", "stdout") { dup2(2, 1) }
    return (input, output)
  }
}
