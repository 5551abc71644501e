import IntentKit
import SystemCalls

/// A file in a commit's tree.
struct GitTreeEntry: Sendable, Hashable {
  /// The mode as git writes it, such as `100644`.
  let mode: String
  let id: String
  /// The size in bytes; nil if unknown.
  var size: Int?

  /// Whether the entry is a regular file.
  var isFile: Bool { mode.hasPrefix("100") }
}

/// A file that differs between two commits.
struct GitTreeChange: Sendable {
  let path: String
  let before: GitTreeEntry?
  let after: GitTreeEntry?
}

extension GitProgram {
  /// Returns the files of a commit's tree.
  ///
  /// - Parameter paths: the files and folders to list, the latter with a slash at the end; nil for
  ///   all files of all folders.
  func files(of commit: String, in paths: [String]? = nil) async throws -> [String: GitTreeEntry] {
    if paths?.isEmpty == true { return [:] }
    let recursive = paths == nil ? ["-r"] : []
    let arguments = ["ls-tree", "-z", "-l"] + recursive + [commit, "--"] + (paths ?? [])
    var files: [String: GitTreeEntry] = [:]
    for field in try await output(arguments).fields {
      // The NUL before a text that isn't UTF-8 belongs to the path.
      let mark = field.isInvalidPath ? "\0" : ""
      let parts = field.dropFirst(mark.count).split(separator: "\t", maxSplits: 1)
      let words = parts[0].split(separator: " ")
      guard parts.count == 2, words.count == 4, words[1] != "tree" else { continue }
      files[mark + parts[1]] = GitTreeEntry(
        mode: String(words[0]),
        id: String(words[2]),
        size: Int(words[3])
      )
    }
    return files
  }

  /// Returns the files that differ between two commits.
  ///
  /// - Parameter base: the earlier commit; nil for an empty tree.
  func changes(from base: String?, to commit: String) async throws -> [GitTreeChange] {
    guard let base else {
      return try await files(of: commit).map {
        GitTreeChange(path: $0.key, before: nil, after: $0.value)
      }
    }
    if base == commit { return [] }
    return try await cache.changes(from: base, to: commit) {
      let arguments = ["diff-tree", "-r", "-z", "--raw", "--no-renames", base, commit]
      return Self.changes(in: try await output(arguments).fields[...])
    }
  }

  /// The maximum number of entries that a commit may have from folders which it has already.
  private static let maximumRepeats = 100_000
  /// The maximum number of folders that may lie in each other.
  private static let maximumDepth = 100
  /// The maximum size of the list of what differs at one depth, in bytes: some 370,000 files.
  private static let differenceLimit = 48 << 20

  /// Throws a failure if the difference of two commits is too large to be read, such as one that is far
  /// larger than what git has stored of it, because the later commit has the same folders at very many
  /// paths.
  ///
  /// Git itself would list each path, which may never end. This compares each two folders once.
  func checkRepeats(from base: String?, to commit: String) async throws {
    let none = try await line(["hash-object", "-t", "tree", "/dev/null"]) ?? ""
    let trees = [base.map { "\($0)^{tree}" } ?? none, "\(commit)^{tree}"]
    let roots = try await output(["rev-parse"] + trees).split(separator: 0x0A)
    // How often the difference of two folders occurs.
    var pairs = [roots.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "): 1]
    var (repeats, depth) = (0, 0)
    while !pairs.isEmpty {
      let arguments = ["diff-tree", "--stdin", "-z", "--raw", "--no-renames"]
      let input = Array(pairs.keys.map { "\($0)\n" }.joined().utf8)
      let result = try await run(arguments, input: input, limit: Self.differenceLimit)
      if result.output.count > Self.differenceLimit {
        throw Failure.refusedCommit(commit, "changes too many files")
      }
      if result.code != 0 { throw Failure.gitFailed("diff-tree", result.errors, folder) }
      var fields = result.output.fields[...]
      var (count, next) = (1, [String: Int]())
      while let field = fields.popFirst() {
        // The ids of both folders are on a line of their own before their first difference.
        let lines = field.split(separator: "\n")
        guard let words = lines.last?.split(separator: " "), words.count == 5 else { continue }
        if lines.count > 1 { count = pairs[String(lines[lines.count - 2])] ?? 1 }
        _ = fields.popFirst()
        repeats += count - 1
        let ids = [0, 1].map { words[$0].hasSuffix("040000") ? String(words[$0 + 2]) : none }
        if ids != [none, none] { next[ids.joined(separator: " "), default: 0] += count }
      }
      depth += 1
      if repeats > Self.maximumRepeats || depth > Self.maximumDepth {
        throw Failure.refusedCommit(commit, "has the same folders at too many paths, or too deep")
      }
      pairs = next
    }
  }

  /// Parses the output of `git diff-tree --raw -z`.
  static func changes(in fields: ArraySlice<String>) -> [GitTreeChange] {
    var changes: [GitTreeChange] = []
    var rest = fields
    while let line = rest.popFirst() {
      let words = line.dropFirst().split(separator: " ").map(String.init)
      guard line.hasPrefix(":"), words.count == 5, let path = rest.popFirst() else { continue }
      let isNone = { (mode: String) in mode == "000000" }
      changes.append(
        GitTreeChange(
          path: path,
          before: isNone(words[0]) ? nil : GitTreeEntry(mode: words[0], id: words[2]),
          after: isNone(words[1]) ? nil : GitTreeEntry(mode: words[1], id: words[3])
        )
      )
    }
    return changes
  }

  /// Reads blobs by their ids.
  func blobs(_ ids: some Collection<String>) async throws -> [String: [UInt8]] {
    let ids = Array(ids)
    let found = try await contents(of: ids)
    return Dictionary(zip(ids, found).compactMap { id, bytes in bytes.map { (id, $0) } }) { $1 }
  }

  /// Reads blobs by names such as `HEAD:tags.json`; nil for those that don't exist.
  func contents(of names: [String]) async throws -> [[UInt8]?] {
    if names.isEmpty { return [] }
    let bytes = try await output(["cat-file", "--batch"], input: Array(names.joinedLines.utf8))
    var contents: [[UInt8]?] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      // A name that doesn't exist gives `NAME missing`.
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, words[1] == "blob", let size = Int(words[2]), rest.count > size else {
        if words.count == 3, let size = Int(words[2]), rest.count > size {
          rest = rest.dropFirst(size + 1)
        }
        contents.append(nil)
        continue
      }
      contents.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }

  /// Returns the ids that the contents of some files would have in git; fewer if one disappears.
  func hashes(ofFiles paths: [String]) async throws -> [String] {
    let input = Array(paths.map { "\($0)\n" }.joined().utf8)
    let result = try await run(["hash-object", "--no-filters", "--stdin-paths"], input: input)
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the sizes of blobs in bytes, by their ids.
  func sizes(_ ids: some Collection<String>) async throws -> [String: Int] {
    if ids.isEmpty { return [:] }
    let bytes = try await output(["cat-file", "--batch-check"], input: Array(ids.joinedLines.utf8))
    var sizes: [String: Int] = [:]
    for line in bytes.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.count == 3, words[1] == "blob" { sizes[String(words[0])] = Int(words[2]) }
    }
    return sizes
  }
}

extension Collection<String> {
  fileprivate var joinedLines: String { map { "\($0)\n" }.joined() }
}
