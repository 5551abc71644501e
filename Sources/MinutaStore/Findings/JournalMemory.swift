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
  private var ofTag: [UUID: [Version]] = [:]
  /// The text that each tag had last, as far as it is newer than `tagList`; nil for a deleted tag.
  private var lastOfTag: [UUID: String?] = [:]
  /// The number of tag changes read when the oldest one of a tag was; the list is in reverse order.
  private var ageOfTag: [UUID: Int] = [:]
  private var tagChangeCount = 0
  /// The newest text of the whole list of tags.
  private var tagList: String?

  /// Reads the journal.
  ///
  /// - Parameters:
  ///   - paths: the files whose versions are needed.
  ///   - records: the records whose versions are needed.
  ///   - needsTags: whether the versions of all tags are needed.
  init(
    _ journal: Journal,
    paths: Set<String>,
    records: Set<UUID>,
    needsTags: Bool = false
  ) throws(SystemError) {
    if paths.isEmpty && records.isEmpty && !needsTags { return }
    try journal.entries { entry in
      for file in entry.files where paths.contains(file.path) { note(file) }
      if !records.isEmpty { note(entry, records) }
      if needsTags { noteTags(of: entry) }
      return true
    }
  }

  /// The versions of a path, the newest first.
  func versions(of path: String) -> [Version] { ofPath[path] ?? [] }

  /// The versions of a record, the newest first.
  func versions(of record: UUID) -> [Version] { ofRecord[record] ?? [] }

  /// The versions of a tag, the newest first.
  func versions(ofTag id: UUID) -> [Version] { ofTag[id] ?? [] }

  /// The tags as the journal has them last; nil where it has none.
  var storedTags: StoredTags? {
    if tagList == nil, lastOfTag.isEmpty { return nil }
    var tags = tagList.flatMap(StoredTags.init(text:)) ?? StoredTags()
    let oldestFirst = lastOfTag.sorted {
      ageOfTag[$0.key, default: 0] > ageOfTag[$1.key, default: 0]
    }
    for (id, text) in oldestFirst { tags.put(text, under: id) }
    return tags
  }

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

  private mutating func noteTags(of entry: JournalEntry) {
    for change in entry.tagChanges.reversed() {
      tagChangeCount += 1
      ageOfTag[change.id] = tagChangeCount
      if tagList == nil, lastOfTag[change.id] == nil { lastOfTag[change.id] = .some(change.after) }
      if let after = change.after {
        let version = Version(text: after, isFirst: change.before == nil)
        ofTag[change.id, default: []].append(version)
      }
      if let before = change.before {
        ofTag[change.id, default: []].append(Version(text: before, isFirst: false))
      }
    }
    let lists = entry.files.filter { $0.path == StoreLayout.tags }
    tagList = tagList ?? lists.last?.after ?? entry.tagList
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
