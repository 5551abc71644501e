import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// What this machine's journal knows of some files and records, gathered in one go.
struct JournalMemory {
  struct Version {
    let text: String
    /// Whether the file or record was made then, so that every other version comes from this one.
    let isFirst: Bool
  }

  /// The text that a path had last; nil under one that was left without a file.
  private(set) var last: [String: String?] = [:]
  private var ofPath: [String: [Version]] = [:]
  private var ofRecord: [UUID: [Version]] = [:]

  init(
    _ journal: Journal,
    paths: Set<String>,
    records: Set<UUID>
  ) throws(SystemError) {
    if paths.isEmpty && records.isEmpty { return }
    try journal.entries { entry in
      for file in entry.files where paths.contains(file.path) { note(file) }
      if !records.isEmpty { note(entry, records) }
      return true
    }
  }

  /// The versions of a path, the newest first.
  func versions(of path: String) -> [Version] { ofPath[path] ?? [] }

  /// The versions of a record, the newest first.
  func versions(of record: UUID) -> [Version] { ofRecord[record] ?? [] }

  /// What two versions come from, as far as it is known.
  ///
  /// The newest one that is neither of them; either may come from itself only where it is the first.
  static func base(
    of ours: JSONValue,
    _ theirs: JSONValue,
    in versions: [Version]
  ) -> JSONObject? {
    for version in versions {
      guard let json = try? JSONValue(parsing: version.text) else { continue }
      if version.isFirst || (json != ours && json != theirs) { return json.object }
    }
    return nil
  }

  private mutating func note(_ file: FileChange) {
    if last[file.path] == nil { last[file.path] = .some(file.after) }
    if let after = file.after {
      ofPath[file.path, default: []].append(Version(text: after, isFirst: file.before == nil))
    }
    if let before = file.before {
      ofPath[file.path, default: []].append(Version(text: before, isFirst: false))
    }
  }

  private mutating func note(_ entry: JournalEntry, _ records: Set<UUID>) {
    let files = entry.files.filter { $0.path.hasPrefix("\(StoreLayout.records)/") }
    let before = files.compactMap { file in file.before.flatMap { Self.version($0, of: records) } }
    let after = files.compactMap { file in file.after.flatMap { Self.version($0, of: records) } }
    for (id, text) in after {
      let isFirst = !before.contains { $0.id == id }
      ofRecord[id, default: []].append(Version(text: text, isFirst: isFirst))
    }
    for (id, text) in before {
      ofRecord[id, default: []].append(Version(text: text, isFirst: false))
    }
  }

  private static func version(_ text: String, of records: Set<UUID>) -> (id: UUID, text: String)? {
    guard
      let id = (try? JSONValue(parsing: text))?["id"]?.string.flatMap(UUID.init),
      records.contains(id)
    else { return nil }
    return (id, text)
  }
}
