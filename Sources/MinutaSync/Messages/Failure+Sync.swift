package import IntentKit
import JSONText

/// The failures of a sync.
extension Failure {
  static let gitMissing = Failure(
    code: "gitMissing",
    message: "Sync needs git 2.30 or later, which isn't installed."
  )

  static func gitTimedOut(_ command: String) -> Failure {
    Failure(
      .timeout,
      code: "gitFailed",
      message: "git \(command) took too long and was stopped. Run 'minuta sync' again."
    )
  }

  static func gitFailed(_ command: String, _ errors: String) -> Failure {
    Failure(code: "gitFailed", message: "git \(command): \(lastLine(errors))")
  }

  static func fetchFailed(_ remote: String, _ errors: String) -> Failure {
    Failure(
      code: "remoteUnreachable",
      message: "Can't fetch from '\(remote)': \(lastLine(errors)) Your changes are safe here."
    )
  }

  /// The failure of a sync with a path at which there is no repository.
  static func remoteMissing(_ path: String) -> Failure {
    Failure(
      code: "remoteUnreachable",
      message: """
        There is no repository at '\(path)'. Create one with 'git init --bare \(path)', then run \
        'minuta sync init' again.
        """
    )
  }

  static func pushFailed(_ remote: String, _ errors: String) -> Failure {
    Failure(
      code: "remoteUnreachable",
      message: "Can't push to '\(remote)': \(lastLine(errors)) Your changes are safe here."
    )
  }

  static func pushRejected(_ remote: String, attempts: Int) -> Failure {
    Failure(
      .busy,
      code: "remoteBusy",
      message: """
        Other machines pushed to '\(remote)' before each of \(attempts) attempts. \
        Run 'minuta sync' again.
        """
    )
  }

  package static func notSynced(_ folder: String) -> Failure {
    Failure(
      code: "notSynced",
      message: "'\(folder)' isn't synced yet. Run 'minuta sync init URL' first."
    )
  }

  static func headDetached(_ folder: String) -> Failure {
    Failure(
      code: "repositoryUnusable",
      message: "No branch is checked out in '\(folder)'. Run 'git switch main' there."
    )
  }

  static func gitOperationUnfinished(_ operation: String, _ folder: String) -> Failure {
    Failure(
      code: "repositoryUnusable",
      message: """
        A \(operation) isn't finished in '\(folder)'. Finish it there with git, or give it up with \
        'git \(operation) --abort'.
        """
    )
  }

  static func refusedPath(_ path: String, _ reason: String) -> Failure {
    Failure(
      code: "remoteRefused",
      message: "The remote has '\(path.singleLine)', and \(reason). Nothing was changed here.",
      data: ["path": .string(path)]
    )
  }

  static func refusedHistory(_ remote: String, _ errors: String) -> Failure {
    let lines = errors.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.contains("error: ") }.map { String($0).singleLine } ?? ""
    return Failure(
      code: "remoteRefused",
      message: "The history of '\(remote)' is refused: \(line). Nothing was changed here."
    )
  }

  static func otherFileInConflict(_ path: String) -> Failure {
    Failure(
      code: "otherFileInConflict",
      message: """
        '\(path.singleLine)', which isn't a file of Minuta, changed here and on the remote. Merge it \
        with 'git pull', then sync again.
        """,
      data: ["path": .string(path)]
    )
  }

  static func syncBusy(_ holder: String?) -> Failure {
    Failure(
      .busy,
      code: "busy",
      message: "Another sync of this folder is running\(holder.map { ": \($0)" } ?? "")."
    )
  }

  static let folderBusy = Failure(
    .busy,
    code: "storeBusy",
    message: "Other programs kept changing the data folder. Run 'minuta sync' again."
  )

  /// Returns the last line of git's messages that says something, as a sentence.
  private static func lastLine(_ errors: String) -> String {
    let lines = errors.split(whereSeparator: \.isNewline)
      .map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("hint:") }
    let message = lines.last {
      $0.hasPrefix("fatal:") || $0.hasPrefix("error:") || $0.hasPrefix("!")
    }
    let line = String(message ?? lines.last ?? "it failed without a message").singleLine
    return line.hasSuffix(".") ? line : "\(line)."
  }
}

extension String {
  /// The text with control characters removed, so that it steers no terminal.
  fileprivate var singleLine: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
  }
}

/// The failures of setting up a sync.
extension Failure {
  static func invalidRemote(_ url: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidRemote",
      message: """
        '\(url)' is not the address of a repository. Use a path, or one such as \
        git@example.org:me/time.git.
        """
    )
  }

  static func otherRemote(_ url: String) -> Failure {
    Failure(
      code: "otherRemote",
      message: """
        The folder is synced with '\(url)' already. Change it with 'git remote set-url origin URL'.
        """
    )
  }

  static func insideRepository(_ folder: String, repository: String) -> Failure {
    Failure(
      code: "repositoryUnusable",
      message: """
        '\(folder)' lies inside the repository '\(repository)'. Choose another data folder with \
        'minuta storage PATH', or run 'git init' in it if you want one repository inside the other.
        """
    )
  }
}
