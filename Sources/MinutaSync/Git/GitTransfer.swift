import IntentKit
import SystemCalls

/// The branches of another repository.
struct RemoteBranches {
  /// The branches, such as `refs/heads/main`.
  fileprivate(set) var names: [String] = []
  /// The branch that HEAD names, which may not exist yet.
  fileprivate(set) var head: String?

  /// The branch that a new clone gets; nil if there are several and HEAD names none of them.
  var cloned: String? {
    if let head, names.isEmpty || names.contains(head) { return head }
    return names.count == 1 ? names[0] : nil
  }
}

extension GitProgram {
  /// The longest time that a transfer may take.
  private static let transferTimeout = Duration.seconds(1800)

  /// The words by which git says that another machine pushed first.
  private static let raceReasons = [
    "[rejected]", "cannot lock ref", "failed to update ref", "incorrect old value",
    "reference already exists",
  ]

  /// Fetches the branch of the remote; returns false if it doesn't have the branch.
  func fetch(_ remote: GitHead.Remote) async throws -> Bool {
    let result = try await run(
      [
        "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--refmap=",
        "--upload-pack=git-upload-pack", remote.name, "+\(remote.branch):\(remote.tracking)",
      ],
      timeout: Self.transferTimeout
    )
    if result.code == 0 { return true }
    if result.errors.contains("couldn't find remote ref") { return false }
    if result.errors.contains("fsck error") || result.errors.contains("error: object ") {
      throw Failure.refusedHistory(remote.name, result.errors)
    }
    throw Failure.fetchFailed(remote.name, result.errors)
  }

  /// Asks a repository for its branches.
  func branches(of url: String) async throws -> RemoteBranches {
    let result = try await run(
      [
        "ls-remote", "--symref", "--upload-pack=git-upload-pack", "--", url, "HEAD", "refs/heads/*",
      ],
      timeout: Self.transferTimeout
    )
    if result.code != 0 {
      let isMissing = url.hasPrefix("/") && ((try? FileStatus.of(url)) ?? nil) == nil
      throw isMissing ? Failure.remoteMissing(url) : .fetchFailed(url, result.errors)
    }
    var branches = RemoteBranches()
    for line in String(decoding: result.output, as: UTF8.self).split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.last == "HEAD", words[0] == "ref:" { branches.head = String(words[1]) }
      if let name = words.last, name.hasPrefix("refs/heads/") {
        branches.names.append(String(name))
      }
    }
    return branches
  }

  /// Pushes a commit to the branch of the remote, unless that has other commits.
  ///
  /// - Returns: nil after the push; otherwise the failure to report if the remote has no new commit,
  ///   because usually another machine has pushed first.
  func push(_ commit: String, to remote: GitHead.Remote) async throws -> Failure? {
    let result = try await run(
      [
        "push", "--porcelain", "--no-verify", "--receive-pack=git-receive-pack", remote.name,
        "\(commit):\(remote.branch)",
      ],
      timeout: Self.transferTimeout
    )
    if result.code == 0 { return nil }
    let text = String(decoding: result.output, as: UTF8.self)
    guard let reason = text.split(separator: "\n").first(where: { $0.hasPrefix("!") }) else {
      throw Failure.pushFailed(remote.name, result.errors)
    }
    let failure = Failure.pushRefused(remote.name, String(reason), result.errors)
    guard Self.raceReasons.contains(where: reason.contains) else { throw failure }
    if let hub = try await path(of: remote.name) {
      try await releaseLock(namedIn: result.errors, of: hub)
    }
    return failure
  }

  /// Returns the path of a remote on this machine; nil for a remote elsewhere.
  private func path(of remote: String) async throws -> String? {
    guard let url = try await line(["remote", "get-url", "--push", remote]) else { return nil }
    if url.hasPrefix("file://") { return String(url.dropFirst("file://".count)) }
    let path = url.hasPrefix("/") ? url : "\(folder)/\(url)"
    return (try? FileStatus.of(path)) ?? nil == nil ? nil : path
  }
}
