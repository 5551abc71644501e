import Foundation
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

  /// The branch that keeps the newest written commit from being removed as garbage.
  static let branch = "refs/minuta/sync"

  /// Writes the commit and returns its id.
  func write(with git: GitProgram) async throws -> String {
    let output = try await git.output(
      ["fast-import", "--quiet", "--force", "--done", "--date-format=raw"],
      input: stream
    )
    return String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  private var stream: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += text.utf8 }
    func add(data: some Collection<UInt8>) {
      add("data \(data.count)\n")
      bytes += data
      add("\n")
    }
    add("commit \(Self.branch)\nmark :1\n")
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
    add("\nget-mark :1\ndone\n")
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
  /// Returns the user's identity as git knows it, or one of this machine.
  func identity() async throws -> String {
    try await cache.identity {
      let text = try await line(["var", "GIT_COMMITTER_IDENT"])
      // The last two words are the time and the time zone.
      let words = text?.split(separator: " ").dropLast(2).joined(separator: " ")
      return words.flatMap { $0.contains("<") ? $0 : nil } ?? "Minuta <minuta@localhost>"
    }
  }

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
