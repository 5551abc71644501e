import IntentKit
import SystemCalls

/// Runs git in a data folder, so that no program that the repository names is run.
///
/// Connections and credentials are git's own, and often configured for one repository. So what they
/// run is used even if only the repository names it: `core.sshCommand`, `core.gitProxy`,
/// `core.askPass` and `credential.helper`.
package struct GitProgram: Sendable {
  /// The data folder, which is the top folder of the repository.
  package let folder: String
  /// The results that stay the same during a sync.
  let cache = GitCache()
  private let variables: [String: String]

  /// - Parameters:
  ///   - variables: the environment of the process.
  ///   - isInteractive: whether someone can answer git's questions, such as for a password.
  package init(folder: String, variables: [String: String], isInteractive: Bool) {
    self.folder = folder
    var safe = variables.filter { name, _ in
      !name.hasPrefix("GIT_") || Self.keptVariables.contains(name)
        || Self.keptPrefixes.contains(where: name.hasPrefix)
    }
    safe["LC_ALL"] = "C"
    // Find no repository above the folder, and let the repository replace no objects.
    safe["GIT_CEILING_DIRECTORIES"] = Directory.parent(of: folder) ?? "/"
    safe["GIT_NO_REPLACE_OBJECTS"] = "1"
    safe["GIT_GRAFT_FILE"] = "/dev/null"
    safe["GIT_OPTIONAL_LOCKS"] = "0"
    safe["GIT_NO_LAZY_FETCH"] = "1"
    safe["GIT_LITERAL_PATHSPECS"] = "1"
    if !isInteractive {
      safe["GIT_TERMINAL_PROMPT"] = "0"
      safe["SSH_ASKPASS_REQUIRE"] = "never"
      // Git uses it for passwords of HTTP, too.
      safe["SSH_ASKPASS"] = nil
    }
    self.variables = safe
  }

  /// The variables of git that say who the user is and how to connect.
  private static let keptVariables: Set<String> = [
    "GIT_ASKPASS", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_NAME", "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM",
    "GIT_EXEC_PATH", "GIT_PROXY_COMMAND", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT",
  ]
  private static let keptPrefixes = ["GIT_SSL_", "GIT_HTTP_", "GIT_TRACE"]

  /// The settings that disable what a repository could have git run.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true",
    "core.quotePath=false", "core.pager=cat", "protocol.ext.allow=never",
    "fetch.fsckObjects=true", "fetch.recurseSubmodules=false", "submodule.recurse=false",
    "push.recurseSubmodules=no", "push.gpgSign=false", "diff.external=", "gc.autoDetach=false",
    "log.showSignature=false",
  ]

  /// The settings of the user that would change what git prints about the history.
  private static let outputSettings = [
    "grep.patternType=basic", "grep.extendedRegexp=false", "i18n.logOutputEncoding=UTF-8",
    "log.diffMerges=separate",
  ]

  /// Runs git; again if the lock of a process that was killed was in its way.
  ///
  /// - Parameter limit: the size of the output after which git is stopped.
  /// - Returns: the result, whatever the exit code.
  func run(
    _ arguments: [String],
    input: [UInt8] = [],
    timeout: Duration? = nil,
    limit: Int = outputLimit
  ) async throws -> ProgramRunner.Result {
    var result = try await runOnce(arguments, input, timeout, limit)
    var attempts = 1
    while result.code != 0, attempts < Self.maximumAttempts,
      try await releaseLock(namedIn: result.errors)
    {
      result = try await runOnce(arguments, input, timeout, limit)
      attempts += 1
    }
    return result
  }

  /// The maximum number of attempts: a killed process leaves up to three locks.
  private static let maximumAttempts = 5

  private func runOnce(
    _ arguments: [String],
    _ input: [UInt8],
    _ timeout: Duration?,
    _ limit: Int
  ) async throws -> ProgramRunner.Result {
    let settings = (Self.settings + Self.outputSettings).flatMap { ["-c", $0] }
    do {
      let runner = try ProgramRunner(
        "git",
        ["-C", folder, "--no-pager"] + settings + arguments,
        environment: variables
      )
      return try await runner.run(input: input, outputLimit: limit, timeout: timeout)
    } catch ProgramError.timedOut {
      throw Failure.gitTimedOut(arguments.first ?? "")
    } catch is ProgramError {
      throw Failure.gitMissing
    }
  }

  /// Runs git and returns its output.
  ///
  /// - Throws: a failure with git's message if the exit code isn't 0.
  func output(
    _ arguments: [String],
    input: [UInt8] = [],
    timeout: Duration? = nil
  ) async throws -> [UInt8] {
    let result = try await run(arguments, input: input, timeout: timeout)
    if result.code != 0 { throw Failure.gitFailed(arguments.first ?? "", result.errors, folder) }
    return result.output
  }

  /// Runs git and returns the first line of its output; nil if it fails or prints nothing.
  func line(_ arguments: [String]) async throws -> String? {
    let result = try await run(arguments)
    let line = String(decoding: result.output, as: UTF8.self).split(separator: "\n").first
    return result.code == 0 ? line.map(String.init) : nil
  }

  /// The maximum size of an output: the records of 20 years of a large team.
  static let outputLimit = 2 << 30
}

extension Sequence<UInt8> {
  /// The parts between NUL bytes, as text.
  ///
  /// A part that isn't valid UTF-8 begins with NUL, so that it can't be the path of a file.
  var fields: [String] {
    split(separator: 0).map { part in
      String(validating: part, as: UTF8.self) ?? "\0" + String(decoding: part, as: UTF8.self)
    }
  }
}

extension String {
  /// Whether the text stands for a path that isn't valid UTF-8, as `fields` returns it.
  var isInvalidPath: Bool { hasPrefix("\0") }
}
