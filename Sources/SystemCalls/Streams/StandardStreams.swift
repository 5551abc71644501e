import Glibc

/// The descriptors of a program's standard streams; by default those of this process.
///
/// A test can run the program within its own process, with streams of its own.
package struct StandardStreams: Sendable, Equatable {
  package let input: CInt
  package let output: CInt
  package let errors: CInt

  package init(input: CInt = 0, output: CInt = 1, errors: CInt = 2) {
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Returns streams that are reserved for a protocol, so that other code, such as `print`, can't
  /// interfere.
  ///
  /// Moves the standard input and output of this process to new descriptors, which child processes
  /// don't inherit. Afterwards, other code finds standard input empty, and what it prints goes to
  /// standard error. Flags of the streams, such as non-blocking mode, don't change. Other streams
  /// are reserved already.
  package func claimed() throws(SystemError) -> StandardStreams {
    if self != StandardStreams() { return self }
    let input = try systemCall("fcntl", "stdin") { fcntl(0, F_DUPFD_CLOEXEC, 3) }
    let output = try systemCall("fcntl", "stdout") { fcntl(1, F_DUPFD_CLOEXEC, 3) }
    let nullDevice = try FileDescriptor(opening: "/dev/null", for: .reading)
    try systemCall("dup2", "stdin") { dup2(nullDevice.number, 0) }
    try systemCall("dup2", "stdout") { dup2(2, 1) }
    return StandardStreams(input: input, output: output)
  }

  /// Reads a line that a person types, without its line break; nil at the end of the input.
  package func readLine() -> String? {
    var line: [UInt8] = []
    // Reads single bytes, because what follows the line may be for another reader.
    while let byte = (try? readOnce(input, path: nil, atMost: 1))?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
