import CSystem
import Glibc

/// Starts a child process in a clean state: it has default signal handling, only the three
/// descriptors of its standard streams and, unless it uses the terminal, its own session.
struct ProcessSpawner {
  let path: String
  let arguments: [String]
  /// The child's complete environment.
  let environment: [String: String]
  /// The child's working directory.
  let folder: String
  /// Whether the child stays in this process's session, so that it can use the terminal.
  let usesTerminal: Bool

  init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    folder: String,
    usesTerminal: Bool = false
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.folder = folder
    self.usesTerminal = usesTerminal
  }

  /// Starts the process with the given descriptors as its standard streams.
  ///
  /// - Returns: The process ID.
  func spawn(_ input: CInt, _ output: CInt, _ errors: CInt) throws(SystemError) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, folder)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | (usesTerminal ? 0 : newSession)
    )

    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id = pid_t()
    let code = posix_spawn(&id, path, &actions, &attributes, words, variables)
    if code != 0 { throw SystemError(call: "posix_spawn", path: path, code: code) }
    return id
  }
}

/// The value of `POSIX_SPAWN_SETSID`, which <spawn.h> hides unless _GNU_SOURCE is defined.
private let newSession: Int16 = 0x80
