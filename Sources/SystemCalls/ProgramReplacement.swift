import CSystem
import Glibc

/// Puts another program in the place of this process, which keeps its standard streams and nothing
/// else of ours.
///
/// - Throws: where that cannot be; what was done until then stays done.
package func replaceProcess(
  with path: String,
  _ arguments: [String],
  environment: [String: String],
  folder: String
) throws(SystemError) -> Never {
  try checked("chdir", folder) { chdir(folder) }
  // execve keeps it.
  minuta_set_subreaper(0)
  for number in Signals.ofFailedWrites { signal(number, SIG_DFL) }
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
  let words = ([path] + arguments).map { strdup($0) } + [nil]
  let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  execve(path, words, variables)
  throw .last("execve", path)
}
