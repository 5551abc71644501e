import Foundation
import IntentKit
import MinutaStore
import SystemCalls

/// Writes a commit with the changes of some files, without a work tree or an index.
///
/// `git fast-import` writes the blobs, the trees that lead to them, and the commit.
struct GitCommitWriter {
  enum Content {
    case stored(GitTreeEntry)
    case bytes([UInt8])
    case deleted
  }

  let parents: [String]
  let message: String
  let files: [String: Content]
  /// The name and e-mail address of the committer, as in `Anna <anna@example.org>`.
  let identity: String
  let now: Date
  /// The branch to move to the commit, which must be a descendant of its present one; nil for a
  /// branch of Minuta, which keeps the commit from being removed as garbage.
  var branch: String?

  private static let ownBranch = "refs/minuta/sync"

  /// Writes the commit and returns its id.
  ///
  /// - Throws: `Failure.branchChanged` if the branch has other commits meanwhile.
  func write(with git: GitProgram) async throws -> String {
    let arguments = ["fast-import", "--quiet", "--done", "--date-format=raw"]
    let result = try await git.run(arguments + (branch == nil ? ["--force"] : []), input: stream)
    if branch != nil, result.errors.contains("Not updating ") { throw Failure.branchChanged }
    if result.code != 0 { throw Failure.gitFailed("fast-import", result.errors, git.folder) }
    let lines = result.output.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let commit = lines.first ?? ""
    if let parent = parents.first, let changes = changes(lines.dropFirst()) {
      git.cache.add(changes: changes, from: parent, to: commit)
    }
    return commit
  }

  /// Whether `git fast-import` lists the entries of the files before and after the commit, so that
  /// no other process of git has to compare both.
  private var listsEntries: Bool { !parents.isEmpty && files.keys.allSatisfy(SyncedPath.contains) }

  /// Returns the files that differ from the first parent; nil if the lines list no entries, or if a
  /// folder took the place of a file.
  ///
  /// - Parameter lines: the output of `git fast-import` after the commit's id.
  private func changes(_ lines: ArraySlice<String>) -> [GitTreeChange]? {
    guard listsEntries, lines.count == files.count * 2,
      !lines.contains(where: { $0.hasPrefix("040000 ") })
    else { return nil }
    let entries = lines.map { line -> GitTreeEntry? in
      let words = line.prefix { $0 != "\t" }.split(separator: " ").map(String.init)
      // A path without a file gives `missing PATH`.
      if line.hasPrefix("missing ") || words.count != 3 { return nil }
      return GitTreeEntry(mode: words[0], id: words[2])
    }
    return files.keys.sorted().enumerated().compactMap { index, path in
      let (before, after) = (entries[2 * index], entries[2 * index + 1])
      return before == after ? nil : GitTreeChange(path: path, before: before, after: after)
    }
  }

  private var stream: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += text.utf8 }
    func add(data: some Collection<UInt8>) {
      add("data \(data.count)\n")
      bytes += data
      add("\n")
    }
    add("commit \(branch ?? Self.ownBranch)\nmark :1\n")
    add("committer \(identity) \(Int(now.timeIntervalSince1970)) +0000\n")
    add(data: message.utf8)
    for (index, parent) in parents.enumerated() {
      add("\(index == 0 ? "from" : "merge") \(parent)\n")
    }
    for path in files.keys.sorted() {
      let name = Self.quoted(path)
      switch files[path] {
      case .stored(let entry): add("M \(entry.mode) \(entry.id) \(name)\n")
      case .bytes(let content):
        add("M 100644 inline \(name)\n")
        add(data: content)
      case .deleted, nil: add("D \(name)\n")
      }
    }
    add("\nget-mark :1\n")
    if listsEntries {
      for path in files.keys.sorted() {
        for commit in [parents[0], ":1"] { add("ls \(commit) \(Self.quoted(path))\n") }
      }
    }
    add("done\n")
    return bytes
  }

  /// Returns a path as `git fast-import` reads it, in quotes where it needs them.
  private static func quoted(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "\"") || path.utf8.contains(0x0A) else { return path }
    let escaped = path.escaping { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case "\n": "\\n"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}

extension GitProgram {
  /// Brings git's index up to a commit for the files that changed.
  ///
  /// - Returns: false if another git program holds the lock of the index; then the next sync does it.
  @discardableResult
  func updateIndex(_ changes: [GitTreeChange]) async -> Bool {
    (try? await writeIndex(changes)) != nil
  }

  private func writeIndex(_ changes: [GitTreeChange]) async throws {
    // Git's index keeps what it has at paths that aren't UTF-8.
    let changes = changes.filter { !$0.path.isInvalidPath }
    if changes.isEmpty { return }
    let length = (changes[0].after ?? changes[0].before)?.id.count ?? 40
    let zeros = String(repeating: "0", count: length)
    let lines = changes.map { change in
      "\(change.after?.mode ?? "0") \(change.after?.id ?? zeros)\t\(change.path)\0"
    }
    _ = try await output(["update-index", "-z", "--index-info"], input: Array(lines.joined().utf8))
    // Files of others aren't written, so git must not take them for deleted. The setup writes two.
    let absent = changes.filter { change in
      change.after != nil && !SyncedPath.contains(change.path)
        && !SyncSetup.files.contains(change.path)
        && ((try? FileStatus.of("\(folder)/\(change.path)", following: false)) ?? nil) == nil
    }
    if absent.isEmpty { return }
    let names = absent.map { "\($0.path)\0" }.joined()
    _ = try await output(
      ["update-index", "-z", "--skip-worktree", "--stdin"],
      input: Array(names.utf8)
    )
  }
}
