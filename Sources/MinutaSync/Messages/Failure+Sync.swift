package import IntentKit
import JSONText
import MinutaCore
import SystemCalls

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
      message: "git \(command) took too long and was stopped. Sync again.".suggesting("sync")
    )
  }

  static func gitFailed(_ command: String, _ errors: String, _ folder: String) -> Failure {
    let isFull = errors.contains("No space left on device") || errors.contains("Out of diskspace")
    return Failure(
      code: "gitFailed",
      message: isFull
        ? "The disk is full, so git stored nothing. Make room, then sync again.".suggesting("sync")
        : """
        git \(command) failed: \(lastLine(errors).withoutSeverity) Sync again; if it fails again, check \
        the repository.
        """.suggesting("sync").suggesting(line: git("fsck", folder))
    )
  }

  static func fetchFailed(_ remote: String, _ errors: String) -> Failure {
    Failure(
      code: "remoteUnreachable",
      message: """
        Can't fetch from '\(remote.withoutPassword)': \(lastLine(errors)) Your changes are safe here.
        """
    )
  }

  /// The failure of a sync with a path at which there is no repository.
  static func remoteMissing(_ path: String) -> Failure {
    Failure(
      code: "remoteUnreachable",
      message: """
        There is no repository at '\(path)'. Create one, then set up the sync again.
        """.suggesting(line: "git init --bare \(path.quotedForShell)")
          .suggesting("sync init \(path.quotedForShell)")
    )
  }

  static func pushFailed(_ remote: String, _ errors: String) -> Failure {
    Failure(
      code: "remoteUnreachable",
      message: "Can't push to '\(remote)': \(lastLine(errors)) Your changes are safe here."
    )
  }

  /// The failure of a push that the remote doesn't take, such as by a rule or with a full disk.
  ///
  /// - Parameter line: git's line about the branch, which ends with the reason after a tab.
  static func pushRefused(_ remote: String, _ line: String, _ errors: String) -> Failure {
    let lines = errors.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("remote: ") }
    let explanation = lines.first { GitProgram.lock(namedIn: $0) != nil } ?? lines.first
    let reasons = [line.split(separator: "\t").last, explanation].compactMap { $0 }
      .map { String(String($0).singleLine.trimmed) }
    let lock = explanation.flatMap { GitProgram.lock(namedIn: $0) }.map { path in
      """
       If no git program is running there, one that was killed has left this lock: remove \
      '\(path.singleLine)' there, then sync again.
      """.suggesting("sync")
    }
    return Failure(
      code: "pushRefused",
      message: """
        '\(remote)' refused the push: \(reasons.joined(separator: ", ").asSentence) Your changes are \
        safe here.
        """ + (lock ?? "")
    )
  }

  static func pushRejected(_ remote: String, attempts: Int) -> Failure {
    Failure(
      .busy,
      code: "remoteBusy",
      message: """
        Other machines pushed to '\(remote)' before each of \(attempts) attempts. Sync again.
        """.suggesting("sync")
    )
  }

  package static func notSynced(_ folder: String) -> Failure {
    Failure(
      code: "notSynced",
      message: "'\(folder)' isn't synced yet. Set up the sync first.".suggesting("sync init URL")
    )
  }

  /// - Parameter branches: the branches of the repository, such as `refs/heads/main`.
  static func headDetached(_ folder: String, _ branches: [String]) -> Failure {
    let names = branches.map(\.branchName)
    let name = names.contains("main") ? "main" : names.first ?? "BRANCH"
    return Failure(
      code: "repositoryUnusable",
      message: """
        No branch is checked out in '\(folder)'. Check one out.
        """.suggesting(line: git("switch \(name.singleLine.quotedForShell)", folder))
    )
  }

  /// The failure of a sync of a branch that follows none of the remote's, beside one that does.
  static func unsyncedBranch(_ branch: String, synced: String, _ folder: String) -> Failure {
    let (name, other) = (branch.branchName.singleLine, synced.singleLine)
    let setting = "branch.\(name).merge".quotedForShell
    return Failure(
      code: "otherBranch",
      message: """
        The branch \(name.quoted) is checked out in '\(folder)', but \(other.quoted) is synced. Switch to \
        \(other.quoted), or let \(name.quoted) be synced too.
        """.suggesting(line: git("switch \(other.quotedForShell)", folder))
          .suggesting(
            line: git("config \(setting) \("refs/heads/\(name)".quotedForShell)", folder)
          )
    )
  }

  static func partialClone(_ folder: String) -> Failure {
    Failure(
      code: "repositoryUnusable",
      message: """
        '\(folder)' is a partial clone, which lacks files. Sync a new folder, which gets all of them.
        """.suggesting("sync init URL")
    )
  }

  static func gitOperationUnfinished(_ operation: String, _ folder: String) -> Failure {
    Failure(
      code: "repositoryUnusable",
      message: """
        A \(operation) isn't finished in '\(folder)'. Finish it there with git, or give it up.
        """.suggesting(line: git("\(operation) --abort", folder))
    )
  }

  static func refusedPath(_ path: String, _ reason: String) -> Failure {
    Failure(
      code: "remoteRefused",
      message: "The remote has '\(path.singleLine)', and \(reason). Nothing was changed here.",
      data: ["path": .string(path)]
    )
  }

  /// The failure of a sync with a commit that costs far more than its size.
  ///
  /// - Parameter commit: the commit's id, and perhaps its message.
  static func refusedCommit(_ commit: String, _ reason: String) -> Failure {
    Failure(
      code: "remoteRefused",
      message: """
        The commit \(commit.drop { $0 == "\0" }.prefix(12)) \(reason). Nothing was changed here. Remove \
        it from the remote, then sync again.
        """.suggesting("sync")
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

  static func otherFileInConflict(_ path: String, _ folder: String) -> Failure {
    Failure(
      code: "otherFileInConflict",
      message: """
        '\(path.singleLine)', which isn't a file of Minuta, changed here and on the remote. Merge it, then \
        sync again.
        """.suggesting(line: git("pull --no-rebase", folder)),
      data: ["path": .string(path)]
    )
  }

  static func syncBusy(_ holder: String?) -> Failure {
    Failure(
      .busy,
      code: "busy",
      message: """
        Another sync of this folder is running\(holder.map { ": \($0)" } ?? ""). Try again when it \
        has ended.
        """
    )
  }

  static func unusableFile(_ path: String, _ reason: String) -> Failure {
    Failure(
      code: "unusableFile",
      message: """
        '\(path.singleLine)' changed on the remote, but here \(reason). Repair it or move it away, then \
        sync again.
        """.suggesting("doctor --repair"),
      data: ["path": .string(path)]
    )
  }

  static func recordsMissing(_ path: String, in folder: String) -> Failure {
    Failure(
      code: "recordsMissing",
      message: """
        The folder '\(path)' is missing in '\(folder)', and no command of Minuta has removed it. \
        Restore it as of the last sync; the history lists the changes since. To delete its records on \
        all machines, make an empty folder of this name.
        """.suggesting(line: git("checkout \(path)", folder)).suggesting("history")
    )
  }

  static var branchChanged: Failure {
    Failure(
      .busy,
      code: "busy",
      message: "Another git program changed the branch meanwhile. Sync again.".suggesting("sync")
    )
  }

  static var folderBusy: Failure {
    Failure(
      .busy,
      code: "storeBusy",
      message: "Other programs kept changing the data folder. Sync again.".suggesting("sync")
    )
  }

  /// Returns a command of git for a folder, as a person types it.
  static func git(_ command: String, _ folder: String) -> String {
    "git -C \(folder.singleLine.quotedForShell) \(command)"
  }

  /// Returns the last line of git's messages that says something, as a sentence.
  private static func lastLine(_ errors: String) -> String {
    let lines = errors.split(whereSeparator: \.isNewline)
      .map { String(String($0).singleLine.trimmed) }
      .filter { !$0.isEmpty && !$0.hasPrefix("hint:") }
    let reasons = lines.filter { !noReason.contains($0) }
    let message = reasons.last { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") }
    return (message ?? reasons.last ?? lines.first ?? "it failed without a message")
      .withoutPassword.asSentence
  }

  /// The lines that git adds after the reason why a connection failed.
  private static let noReason: Set = [
    "fatal: Could not read from remote repository.",
    "Please make sure you have the correct access rights", "and the repository exists.",
  ]
}

extension String {
  fileprivate var asSentence: String { hasSuffix(".") ? self : "\(self)." }

  /// The text with `***` in place of the password in an address such as `https://me:secret@host`.
  fileprivate var withoutPassword: String {
    guard let start = firstRange(of: "://")?.upperBound else { return self }
    let end = self[start...].firstIndex { $0 == "/" || $0.isWhitespace } ?? endIndex
    guard let host = self[start..<end].lastIndex(of: "@"),
      let colon = self[start..<host].firstIndex(of: ":")
    else { return self }
    return "\(self[...colon])***\(self[host...])"
  }

  /// The text without git's word for how bad a problem is.
  fileprivate var withoutSeverity: String {
    for word in ["fatal: ", "error: "] where hasPrefix(word) {
      return String(dropFirst(word.count))
    }
    return self
  }
}

/// The failures of setting up a sync.
extension Failure {
  static func invalidRemote(_ url: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidRemote",
      message: """
        '\(url.withoutPassword)' is not the address of a repository. Use a path, or one such as \
        git@example.org:me/time.git.
        """
    )
  }

  /// - Parameter name: the name of the remote, such as `origin`.
  static func otherRemote(_ name: String, _ url: String, _ folder: String) -> Failure {
    Failure(
      code: "otherRemote",
      message: """
        The folder is synced with '\(url.withoutPassword)' already. You can change this.
        """.suggesting(
          line: git("remote set-url \(name.singleLine.quotedForShell) URL", folder)
        )
    )
  }

  static func insideRepository(_ folder: String, repository: String) -> Failure {
    Failure(
      code: "repositoryUnusable",
      message: """
        '\(folder)' lies inside the repository '\(repository)'. Choose another data folder, or make one \
        repository inside the other.
        """.suggesting(line: "minuta storage PATH").suggesting(line: git("init", folder))
    )
  }

  /// The failure of a setup whose branch isn't one of the remote's, which other machines sync with.
  static func otherBranch(_ branch: String, _ names: [String], _ folder: String) -> Failure {
    let name = branch.branchName.singleLine
    let target = names.count == 1 ? names[0].branchName.singleLine : "NAME"
    let setting = "branch.\(name).merge".quotedForShell
    return Failure(
      code: "otherBranch",
      message: """
        The remote has \(branchList(names)), but \(name.quoted) is checked out in '\(folder)'. To \
        sync it with \(names.count == 1 ? target.quoted : "one of them"), set it so, then set up the sync \
        again.
        """.suggesting(
          line: git("config \(setting) \("refs/heads/\(target)".quotedForShell)", folder)
        ).suggesting("sync init URL")
    )
  }

  /// The failure of a setup of a new folder with a remote of which no branch is the main one.
  static func severalBranches(_ names: [String], _ folder: String) -> Failure {
    Failure(
      code: "otherBranch",
      message: """
        The remote has \(branchList(names)). Name one of them, then set up the sync again.
        """.suggesting(line: git("init -b NAME", folder)).suggesting("sync init URL")
    )
  }

  private static func branchList(_ names: [String]) -> String {
    let words = names.map { $0.branchName.singleLine.quoted }
    guard words.count > 1, let last = words.last else {
      return "the branch \(words.first ?? "")"
    }
    return "the branches \(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}
