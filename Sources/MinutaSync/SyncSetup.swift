import Foundation
import IntentKit
import MinutaCore
import MinutaStore
import SystemCalls

/// Sets up the sync of a data folder: the repository, its remote, and the merge of Minuta's files.
package struct SyncSetup: Sendable {
  private let sync: FolderSync
  private let program: String
  private var git: GitProgram { sync.git }

  /// - Parameter program: the absolute path of Minuta, which git runs to merge files.
  package init(_ sync: FolderSync, program: String) {
    (self.sync, self.program) = (sync, program)
  }

  /// The lines that a sync writes, by the file to which they are added.
  private static let lines = [
    ".gitignore": [SyncProgram.line],
    ".gitattributes": [
      "\(SyncedPath.tags) -text merge=minuta", "records/** -text",
      "records/**/*.json -text merge=minuta",
      "invoices/*.json -text",
    ],
  ]

  /// Returns the name of the remote and its URL, which is nil if the repository has none yet.
  private func configuredRemote() async throws -> (name: String, url: String?) {
    let name = try await git.head().remote?.name ?? "origin"
    return (name, try await git.line(["config", "--get", "remote.\(name).url"]))
  }

  /// The files to which a setup adds lines.
  static var files: Set<String> { Set(lines.keys) }

  /// Sets up the sync and syncs for the first time.
  ///
  /// - Parameter url: the address of the remote; nil for a history on this machine only.
  package func run(url: String?) async throws -> SyncReport {
    if let url { try Self.check(url) }
    do throws(SystemError) {
      try Directory.make(git.folder)
    } catch {
      throw TrackingError.storeUnwritable(path: git.folder, reason: error.reason)
    }
    try await checkVersion()
    try await checkFolder(url)
    var remote: RemoteBranches?
    if let url { remote = try await git.branches(of: url) }
    if !git.hasRepository { try await makeRepository(remote) }
    let branch = try await git.head().branch
    if let url, let remote { try await setRemote(url, remote, branch) }
    try await set("merge.minuta.name", "Minuta's merge by record and field")
    let quoted = program.escaping { $0 == "'" ? "'\\''" : nil }
    try await set("merge.minuta.driver", "'\(quoted)' merge-file %O %A %B")
    let report = try await sync.run()
    if try await writeLines() { _ = try await sync.run() }
    return report
  }

  private func checkVersion() async throws {
    let words = try await git.line(["version"])?.split(separator: " ") ?? []
    let numbers = words.dropFirst(2).first?.split(separator: ".").compactMap { Int($0) } ?? []
    guard numbers.count > 1, (numbers[0], numbers[1]) >= (2, 30) else { throw Failure.gitMissing }
  }

  private static func check(_ url: String) throws(Failure) {
    if url.isEmpty || url.hasPrefix("-") || url.hasPrefix("ext::") || url.contains("\n") {
      throw .invalidRemote(url)
    }
  }

  /// Throws a failure if the folder is synced with another remote or lies inside a repository.
  private func checkFolder(_ url: String?) async throws {
    if git.hasRepository {
      let (name, known) = try await configuredRemote()
      if let known, let url, known != url { throw Failure.otherRemote(name, known, git.folder) }
      return
    }
    var above = Directory.parent(of: git.folder)
    while let folder = above {
      if ((try? FileStatus.of("\(folder)/.git")) ?? nil) != nil {
        throw Failure.insideRepository(git.folder, repository: folder)
      }
      above = Directory.parent(of: folder)
    }
  }

  private func makeRepository(_ remote: RemoteBranches?) async throws {
    if let names = remote?.names, !names.isEmpty, remote?.cloned == nil {
      throw Failure.severalBranches(names, git.folder)
    }
    let branch = remote?.cloned ?? "refs/heads/main"
    // Without a template, the repository gets no hooks.
    let option = "--initial-branch=\(branch.branchName)"
    _ = try await git.output(["init", "--quiet", "--template=", option])
  }

  /// Sets the remote, and the branch there that the checked out branch follows.
  private func setRemote(_ url: String, _ remote: RemoteBranches, _ branch: String) async throws {
    let key = "branch.\(branch.branchName)"
    let known = try await git.line(["config", "--get", "\(key).merge"])
    var followed = known ?? branch
    if !remote.names.isEmpty, !remote.names.contains(followed) {
      guard known == nil, let other = remote.cloned, try await !hasCommitsOfOthers() else {
        throw Failure.otherBranch(branch, remote.names, git.folder)
      }
      followed = other
    }
    let (name, knownURL) = try await configuredRemote()
    if knownURL == nil {
      _ = try await git.output(["remote", "add", name, url])
    }
    if try await git.line(["config", "--get", "\(key).remote"]) == nil {
      try await set("\(key).remote", name)
      try await set("\(key).merge", followed)
    }
  }

  private func hasCommitsOfOthers() async throws -> Bool {
    let bytes = try await git.run(["log", "-z", "--format=%cn <%ce>", "HEAD", "--"]).output
    let own = try await git.configuration().identity
    return bytes.fields.contains { $0 != own }
  }

  private func set(_ key: String, _ value: String) async throws {
    _ = try await git.output(["config", key, value])
  }

  /// Adds the missing lines to the files for git, and commits these.
  ///
  /// - Returns: whether anything was committed.
  private func writeLines() async throws -> Bool {
    let head = try await git.head()
    let files = try await missingLines(in: head.commit)
    if files.isEmpty { return false }
    let before = head.commit
    let commit = try await GitCommitWriter(
      parents: [before].compactMap { $0 },
      message: "Ignore Minuta's private files\n",
      files: files,
      identity: git.configuration().identity,
      now: sync.origin.now
    ).write(with: git)
    await git.updateIndex(try await git.changes(from: before, to: commit))
    try await git.move(head, to: commit)
    return true
  }

  /// Adds the missing lines to the files for git in the folder.
  ///
  /// - Returns: the files that need a commit.
  private func missingLines(
    in commit: String?
  ) async throws -> [String: GitCommitWriter.Content] {
    var files: [String: GitCommitWriter.Content] = [:]
    for (name, lines) in Self.lines {
      var stored: [UInt8]?
      if let commit { stored = try await git.contents(of: ["\(commit):\(name)"])[0] }
      let path = "\(git.folder)/\(name)"
      do throws(SystemError) {
        let status = try FileStatus.of(path, following: false)
        if let status, status.kind != .regular { throw .notRegular(path) }
        let present = try status.map { _ throws(SystemError) in
          try FileDescriptor(opening: path, for: .readingNoFollow).readAll(limit: 1 << 20)
        }
        // The file may differ from the committed one, which other machines have.
        let (file, committed) = (present ?? stored, stored ?? present)
        let whole = Self.adding(lines, to: file ?? [])
        if whole != present {
          try AtomicFileWriter.replaceContent(of: path, isPrivate: false) {
            file throws(SystemError) in try file.write(whole)
          }
        }
        let shared = Self.adding(lines, to: committed ?? [])
        if shared != stored { files[name] = .bytes(shared) }
      } catch {
        throw TrackingError.storeUnwritable(path: path, reason: error.reason)
      }
    }
    return files
  }

  /// Returns a text with the lines of another one that it lacks.
  static func adding(linesOf other: [UInt8], to bytes: [UInt8]) -> [UInt8] {
    let lines = String(decoding: other, as: UTF8.self).split(whereSeparator: \.isNewline)
    return adding(lines.map(String.init), to: bytes)
  }

  /// Returns a text with the lines of `lines` that it lacks.
  private static func adding(_ lines: [String], to bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let known = Set(text.split(whereSeparator: \.isNewline).map(String.init))
    let missing = lines.filter { !known.contains($0) }
    if missing.isEmpty { return bytes }
    let separator = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    return bytes + Array((separator + missing.map { "\($0)\n" }.joined()).utf8)
  }
}
