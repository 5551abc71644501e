import IntentKit
import SystemCalls

/// The branch that is checked out, and the branch of the remote that it follows.
struct GitHead: Sendable {
  /// The branch that another repository has.
  struct Remote: Sendable {
    let name: String
    /// The branch there, such as `refs/heads/main`.
    let branch: String
    /// Our name for the last known state of it.
    var tracking: String { "refs/remotes/\(name)/\(branch.branchName)" }
    /// The last known commit; nil if the branch isn't known yet.
    var commit: String?
  }

  /// The branch, such as `refs/heads/main`.
  let branch: String
  /// Its commit; nil if there is none yet.
  var commit: String?
  var remote: Remote?
  /// The branch that is synced in place of the one that is checked out; nil if that is.
  var syncedBranch: String?
}

extension GitProgram {
  /// Whether the data folder is the top folder of a repository.
  package var hasRepository: Bool { (try? FileStatus.of("\(folder)/.git")) ?? nil != nil }

  /// The folder of git's own files for the data folder: in a linked work tree, `.git` names it.
  var repository: String {
    let path = "\(folder)/.git"
    guard let file = try? FileDescriptor(opening: path, for: .readingNoFollow),
      let bytes = try? file.readAll(limit: 1 << 16)
    else { return path }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("gitdir: ") else { return path }
    let target = text.dropFirst("gitdir: ".count).split(whereSeparator: \.isNewline).first ?? ""
    return target.hasPrefix("/") ? String(target) : "\(folder)/\(target)"
  }

  /// The folder of the branches, which a linked work tree shares with others.
  var commonRepository: String {
    guard let file = try? FileDescriptor(opening: "\(repository)/commondir", for: .readingNoFollow),
      let bytes = try? file.readAll(limit: 1 << 16)
    else { return repository }
    let target = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return target.hasPrefix("/") ? target : "\(repository)/\(target)"
  }

  /// Reads which branch is checked out and what it follows.
  func head() async throws -> GitHead {
    guard hasRepository else { throw Failure.notSynced(folder) }
    try checkNoOperation()
    try await checkComplete()
    let format = ["HEAD", "refname", "objectname", "upstream", "upstream:remotename"]
      .map { "%(\($0))" }.joined(separator: "%09")
    let arguments = ["for-each-ref", "--format=\(format)", "refs/heads", "refs/remotes"]
    let bytes = try await output(arguments)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      .filter { $0.count == 5 }
    let commits = Dictionary(lines.map { ($0[1], $0[2]) }) { first, _ in first }
    let current = lines.first { $0[0] == "*" }
    var name = current?[1]
    if name == nil { name = try await line(["symbolic-ref", "-q", "HEAD"]) }
    guard let branch = name else {
      throw Failure.headDetached(
        folder,
        commits.keys.filter { $0.hasPrefix("refs/heads/") }.sorted()
      )
    }
    var head = GitHead(branch: branch, commit: current?[2])
    if let current, !current[4].isEmpty, current[3].hasPrefix("refs/remotes/\(current[4])/") {
      let name = current[3].dropFirst("refs/remotes/\(current[4])/".count)
      head.remote = GitHead.Remote(name: current[4], branch: "refs/heads/\(name)")
    } else {
      (head.remote, head.syncedBranch) = try await configuredRemote(of: branch)
    }
    if let remote = head.remote { head.remote?.commit = commits[remote.tracking] }
    return head
  }

  /// Returns the branch of a remote that a branch follows, and another branch that follows one if
  /// this branch wasn't set up to do so.
  ///
  /// Without a setting, the remote is the only one, or else `origin`, as for git.
  private func configuredRemote(
    of branch: String
  ) async throws -> (remote: GitHead.Remote?, syncedBranch: String?) {
    let result = try await run(["config", "-z", "--get-regexp", #"^(branch|remote)\."#])
    var settings: [String: String] = [:]
    for field in result.output.fields {
      let parts = field.split(separator: "\n", maxSplits: 1).map(String.init)
      if parts.count == 2 { settings[parts[0]] = parts[1] }
    }
    func names(_ start: String, _ end: String) -> [String] {
      settings.keys.filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
        .map { String($0.dropFirst(start.count).dropLast(end.count)) }.sorted()
    }
    let remotes = names("remote.", ".url")
    let name = branch.branchName
    let remote = settings["branch.\(name).remote"] ?? (remotes.count == 1 ? remotes[0] : "origin")
    guard remotes.contains(remote) else { return (nil, nil) }
    let followed = settings["branch.\(name).merge"]
    return (
      GitHead.Remote(name: remote, branch: followed ?? branch),
      followed == nil
        ? names("branch.", ".merge").first { settings["branch.\($0).remote"] == remote } : nil
    )
  }

  /// Throws a failure if a merge or rebase that the user began with git isn't finished.
  private func checkNoOperation() throws(Failure) {
    let files = [
      "MERGE_HEAD": "merge", "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert",
      "rebase-merge": "rebase", "rebase-apply": "rebase",
    ]
    for (file, operation) in files.sorted(by: { $0.key < $1.key })
    where (try? FileStatus.of("\(repository)/\(file)")) ?? nil != nil {
      throw .gitOperationUnfinished(operation, folder)
    }
  }

  /// Throws a failure if git may fetch missing objects by itself, with a program that the repository
  /// names.
  ///
  /// Only newer versions of git have a variable against it.
  private func checkComplete() async throws {
    if try await configuration().isPartial { throw Failure.partialClone(folder) }
  }

  /// Returns git's configuration, which one process of git lists.
  func configuration() async throws -> GitConfiguration {
    try await cache.configuration {
      // It fails if it can't list all of its variables, which the sync doesn't need.
      let output = try await run(["var", "-l"]).output
      var configuration = GitConfiguration()
      for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
        let name = line.prefix { $0 != "=" }
        if name == "GIT_COMMITTER_IDENT" {
          // The last two words are the time and the time zone.
          let words = line.dropFirst(name.count + 1).split(separator: " ").dropLast(2)
          let identity = words.joined(separator: " ")
          if identity.contains("<") { configuration.identity = identity }
        } else if name == "extensions.partialclone"
          || name.hasPrefix("remote.") && name.hasSuffix(".promisor")
        {
          configuration.isPartial = true
        }
      }
      return configuration
    }
  }

  /// Moves the branch to another commit.
  func move(_ head: GitHead, to commit: String) async throws {
    let old = head.commit ?? String(repeating: "0", count: commit.count)
    let arguments = ["update-ref", "-m", "minuta sync", "HEAD", commit, old]
    let result = try await run(arguments)
    if result.code == 0 { return }
    let isMoved = ["but expected", "reference already exists"].contains(
      where: result.errors.contains
    )
    throw isMoved ? Failure.branchChanged : .gitFailed("update-ref", result.errors, folder)
  }

  /// Returns the best common ancestor of two commits; nil if their histories are unrelated.
  func mergeBase(_ first: String, _ second: String) async throws -> String? {
    try await mergeBases(first, second).first
  }

  /// Returns the best common ancestors of two commits, sorted, so that all machines take the same.
  func mergeBases(_ first: String, _ second: String) async throws -> [String] {
    if first == second { return [first] }
    return try await cache.mergeBases(first, second) {
      let result = try await run(["merge-base", "--all", first, second])
      let ids = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      return ids.map(String.init).sorted()
    }
  }

  func exists(_ commit: String) async throws -> Bool {
    try await run(["cat-file", "-e", "\(commit)^{commit}"]).code == 0
  }

  /// Returns the number of commits that only the first and only the second commit has.
  func distance(_ first: String, _ second: String) async throws -> (ahead: Int, behind: Int) {
    let line = try await line(["rev-list", "--left-right", "--count", "\(first)...\(second)"])
    let counts = (line ?? "").split(separator: "\t").compactMap { Int($0) }
    return counts.count == 2 ? (counts[0], counts[1]) : (0, 0)
  }
}

extension String {
  /// The name of a branch such as `refs/heads/main`, without the prefix.
  var branchName: String { String(dropFirst("refs/heads/".count)) }
}
