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
      "tags.json -text merge=minuta", "records/** -text", "records/**/*.json -text merge=minuta",
      "invoices/*.json -text",
    ],
  ]

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
    if !git.hasRepository { try await makeRepository(url) }
    let branch = try await git.head().branch
    if let url { try await setRemote(url, branch) }
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

  private func makeRepository(_ url: String?) async throws {
    var above = Directory.parent(of: git.folder)
    while let folder = above {
      if ((try? FileStatus.of("\(folder)/.git")) ?? nil) != nil {
        throw Failure.insideRepository(git.folder, repository: folder)
      }
      above = Directory.parent(of: folder)
    }
    var branch = "main"
    if let url {
      let result = try await git.run(["ls-remote", "--symref", "--", url, "HEAD"])
      if result.code != 0 {
        let isMissing = url.hasPrefix("/") && ((try? FileStatus.of(url)) ?? nil) == nil
        throw isMissing ? Failure.remoteMissing(url) : .fetchFailed(url, result.errors)
      }
      let line = String(decoding: result.output, as: UTF8.self).split(separator: "\n").first ?? ""
      let word = line.split(whereSeparator: \.isWhitespace).dropFirst().first
      if line.hasPrefix("ref: refs/heads/"), let word {
        branch = String(word.dropFirst("refs/heads/".count))
      }
    }
    // Without a template, the repository gets no hooks.
    _ = try await git.output(["init", "--quiet", "--template=", "--initial-branch=\(branch)"])
  }

  private func setRemote(_ url: String, _ branch: String) async throws {
    let name = String(branch.dropFirst("refs/heads/".count))
    if let known = try await git.line(["config", "--get", "remote.origin.url"]) {
      if known != url { throw Failure.otherRemote(known) }
    } else {
      _ = try await git.output(["remote", "add", "origin", url])
    }
    if try await git.line(["config", "--get", "branch.\(name).remote"]) == nil {
      try await set("branch.\(name).remote", "origin")
      try await set("branch.\(name).merge", branch)
    }
  }

  private func set(_ key: String, _ value: String) async throws {
    _ = try await git.output(["config", key, value])
  }

  /// Adds the missing lines to the files for git, and commits these.
  ///
  /// - Returns: whether anything was committed.
  private func writeLines() async throws -> Bool {
    var head = try await git.head()
    var files: [String: GitCommitWriter.Content] = [:]
    for (name, lines) in Self.lines {
      var stored: [UInt8]?
      if let commit = head.commit { stored = try await git.contents(of: ["\(commit):\(name)"])[0] }
      let path = "\(git.folder)/\(name)"
      do throws(SystemError) {
        let status = try FileStatus.of(path, following: false)
        if let status, status.kind != .regular { throw .notRegular(path) }
        let present = try status.map { _ throws(SystemError) in
          try FileDescriptor(opening: path, for: .readingNoFollow).readAll(limit: 1 << 20)
        }
        let text = String(decoding: present ?? stored ?? [], as: UTF8.self)
        let known = Set(text.split(whereSeparator: \.isNewline).map(String.init))
        let missing = lines.filter { !known.contains($0) }
        let separator = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
        let whole = Array((text + separator + missing.map { "\($0)\n" }.joined()).utf8)
        if whole != present {
          try AtomicFileWriter.replaceContent(of: path, isPrivate: false) {
            file throws(SystemError) in try file.write(whole)
          }
        }
        if whole != stored { files[name] = .bytes(whole) }
      } catch {
        throw TrackingError.storeUnwritable(path: path, reason: error.reason)
      }
    }
    if files.isEmpty { return false }
    let before = head.commit
    let commit = try await GitCommitWriter(
      parents: [before].compactMap { $0 },
      message: "Leave out the private files of machines\n",
      files: files,
      identity: git.identity(),
      now: sync.origin.now
    ).write(with: git)
    try await git.updateIndex(git.changes(from: before, to: commit))
    try await git.move(head, to: commit)
    head.commit = commit
    return true
  }
}
