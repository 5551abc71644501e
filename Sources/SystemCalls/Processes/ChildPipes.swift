import CSystem
import Glibc

/// The three pipes for a child process's standard streams.
///
/// They are close-on-exec. Otherwise, another child process could inherit an end of a pipe and keep
/// the pipe open.
struct ChildPipes {
  let input: (reading: CInt, writing: CInt)
  let output: (reading: CInt, writing: CInt)
  let errors: (reading: CInt, writing: CInt)

  init() throws(SystemError) {
    input = try Self.pipe()
    do throws(SystemError) {
      output = try Self.pipe()
    } catch {
      Self.close(input)
      throw error
    }
    do throws(SystemError) {
      errors = try Self.pipe()
    } catch {
      Self.close(input)
      Self.close(output)
      throw error
    }
  }

  /// Closes the ends that only the child uses.
  func closeChildEnds() {
    for end in [input.reading, output.writing, errors.writing] { Glibc.close(end) }
  }

  /// Closes the ends that only this process uses.
  func closeParentEnds() {
    for end in [input.writing, output.reading, errors.reading] { Glibc.close(end) }
  }

  private static func pipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    try systemCall("pipe2") { pipe2(&ends, O_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func close(_ ends: (reading: CInt, writing: CInt)) {
    Glibc.close(ends.reading)
    Glibc.close(ends.writing)
  }
}
