import CSystem
import Glibc

/// Replaces this process with another program, which inherits only the standard streams.
///
/// - Throws: An error if the program can't be started. By then, this process has already changed
///   its working directory and its signal handling.
package func replaceProcess(
  with path: String,
  _ arguments: [String],
  environment: [String: String],
  folder: String
) throws(SystemError) -> Never {
  try systemCall("chdir", folder) { chdir(folder) }
  // execve(2) would pass the subreaper attribute on to the new program, so reset it.
  minuta_set_subreaper(0)
  for number in Signals.writeSignals { signal(number, SIG_DFL) }
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
  let words = ([path] + arguments).map { strdup($0) } + [nil]
  let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  execve(path, words, variables)
  throw .last("execve", path)
}

/// Replaces this process with another program that reads `input` from its standard input.
///
/// - Parameter input: At most 64 KiB, the capacity of a pipe.
/// - Throws: `SystemError` if the program can't be started; this process may then have lost its
///   standard input.
package func replaceProcess(
  with path: String,
  _ arguments: [String],
  environment: [String: String],
  folder: String,
  input: [UInt8]
) throws(SystemError) -> Never {
  guard input.count <= 1 << 16 else { throw .tooLarge("standard input") }
  var ends: [CInt] = [0, 0]
  try systemCall("pipe2", "standard input") { pipe2(&ends, O_CLOEXEC) }
  try writeAll(ends[1], path: nil, input)
  try systemCall("dup2", "standard input") { dup2(ends[0], 0) }
  for end in ends { close(end) }
  try replaceProcess(with: path, arguments, environment: environment, folder: folder)
}
