import IntentKit
import MinutaStore

/// Refuses versions of a data folder that contain what no data folder has.
struct IncomingTreeChecker {
  let git: GitProgram

  /// Checks the files that another machine changed.
  ///
  /// - Parameters:
  ///   - commit: the commit in which the files stand.
  ///   - ours: the changes of this machine, with which they are merged.
  func check(
    _ changes: [GitTreeChange],
    in commit: String,
    beside ours: [GitTreeChange]
  ) async throws {
    for change in changes {
      guard let entry = change.after else { continue }
      try Self.checkName(change.path)
      guard Self.isOurs(change.path) else { continue }
      try Self.checkParents(of: change.path)
      try Self.checkKind(entry, at: change.path)
    }
    let added = changes.filter { $0.after != nil && Self.isOurs($0.path) }
    try await checkCases(
      added.filter { $0.before == nil }.map(\.path),
      in: commit,
      beside: ours.filter { $0.after != nil }.map(\.path)
    )
    try await checkSizes(added)
  }

  /// Checks that the records and invoices that another machine changed are text.
  ///
  /// A damaged list of tags isn't refused, because the merge replaces it by the one from here.
  static func checkTexts(_ versions: some Sequence<FileVersions>) throws(Failure) {
    let changed = versions.filter { $0.theirs != $0.base && SyncedPath.isText($0.path) }
    let damaged = changed.filter { file in
      file.theirs.map { $0.text == nil } == true && file.path != SyncedPath.tags
    }
    if let path = damaged.map(\.path).min() { throw .refusedPath(path, "it isn't UTF-8") }
  }

  /// Whether a path lies where Minuta writes, even if another file system ignores its case.
  static func isOurs(_ path: String) -> Bool {
    let first = path.split(separator: "/").first.map { $0.lowercased() } ?? ""
    return first == SyncedPath.tags || SyncedPath.folders.contains(first)
  }

  private static func checkName(_ path: String) throws(Failure) {
    if path.isInvalidPath {
      throw .refusedPath(String(path.dropFirst()), "its name isn't valid UTF-8")
    }
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      let scalars = part.unicodeScalars.filter {
        !$0.properties.isDefaultIgnorableCodePoint
      }
      let name = String(String.UnicodeScalarView(scalars)).lowercased()
      let isGit = name == ".git" || name == "git~1" || name.hasPrefix(".git ") || name == ".git."
      if isGit || [".", "..", ""].contains(name) {
        throw .refusedPath(path, "no file may have its name")
      }
    }
  }

  /// Checks that no folder has the name of Minuta's files or differs from its folders in case.
  private static func checkParents(of path: String) throws(Failure) {
    let parts = path.split(separator: "/")
    let (first, lowercased) = (String(parts[0]), parts[0].lowercased())
    if first != lowercased {
      throw .refusedPath(path, "it differs from '\(lowercased)' only in case")
    }
    for count in 1..<max(1, parts.count) where parts[count - 1].lowercased().hasSuffix(".json") {
      let parent = parts.prefix(count).joined(separator: "/")
      throw .refusedPath(path, "'\(parent)' must be a file")
    }
  }

  private static func checkKind(_ entry: GitTreeEntry, at path: String) throws(Failure) {
    switch entry.mode {
    case "120000": throw .refusedPath(path, "it is a symbolic link")
    case "160000": throw .refusedPath(path, "it is a submodule")
    case _ where SyncedPath.folders.contains(path) || SyncedPath.isCalendarFolder(path):
      throw .refusedPath(path, "Minuta has a folder of this name")
    default: break
    }
  }

  /// Checks that no two paths differ only in case, because some file systems ignore case.
  private func checkCases(
    _ added: [String],
    in commit: String,
    beside ours: [String]
  ) async throws {
    if added.isEmpty { return }
    // Whole new histories are compared with themselves, small changes with the folders they touch.
    var folders = Set<String>()
    for path in added {
      let parts = path.split(separator: "/").dropLast()
      for count in 0...parts.count {
        folders.insert(parts.prefix(count).map { "\($0)/" }.joined())
      }
    }
    var known: [String: String] = [:]
    let paths = folders.filter { !$0.isEmpty }.sorted()
    let places = paths.count > 200 ? ["-r", "-t", commit] : [commit, "--"] + paths
    var present = try await Set(git.output(["ls-tree", "-z", "--name-only"] + places).fields)
    present.formUnion(added + ours)
    for path in present where Self.isOurs(path) {
      let parts = path.split(separator: "/")
      for count in 1...max(1, parts.count) {
        let prefix = parts.prefix(count).joined(separator: "/")
        let other = known.updateValue(prefix, forKey: prefix.lowercased())
        if let other, other != prefix {
          let (first, second) = (min(prefix, other), max(prefix, other))
          throw Failure.refusedPath(second, "it differs from '\(first)' only in case")
        }
      }
    }
    let tops = try await git.output(["ls-tree", "-z", "--name-only", commit]).fields
    for name in tops where Self.isOurs(name) && name != name.lowercased() {
      throw Failure.refusedPath(name, "it differs from '\(name.lowercased())' only in case")
    }
  }

  private func checkSizes(_ changes: [GitTreeChange]) async throws {
    let sizes = try await git.sizes(Set(changes.compactMap(\.after?.id)))
    for change in changes {
      let limit = SyncedPath.limit(of: change.path)
      guard let size = change.after.flatMap({ sizes[$0.id] }), size <= limit else {
        throw Failure.refusedPath(change.path, "it is larger than \(limit >> 20) MiB")
      }
    }
  }
}
