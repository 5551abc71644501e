import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// An index of the versions of some files, records and tags in this machine's journal.
struct JournalVersionIndex {
  /// The JSON of a record or tag before and after a journal entry; nil where it doesn't exist.
  struct JournaledChange {
    let before: JSONObject?
    let after: JSONObject?
    /// Whether the change was made by a repair that has been undone since.
    let isFromUndoneRepair: Bool
    /// Whether the journal entry with this change hasn't been undone.
    let isValid: Bool
  }

  /// The last content of each requested file in the journal, by path; nil if the file was removed.
  private(set) var lastTexts: [String: String?] = [:]
  private var recordChanges: [UUID: [JournaledChange]] = [:]
  private var tagChanges: [UUID: [JournaledChange]] = [:]
  /// The newest full content of `tags.json`, from a repair or the first entry of a journal file.
  private var tagList: String?
  /// The tag changes that the journal made after `tagList`, newest first.
  private var laterTags: [TagChange] = []

  /// Reads the whole journal and collects the requested versions.
  ///
  /// - Parameters:
  ///   - paths: the files whose versions are needed.
  ///   - records: the records whose versions are needed.
  ///   - readsTags: whether the versions of all tags are needed.
  init(
    _ journal: Journal,
    paths: Set<String>,
    records: Set<UUID>,
    readsTags: Bool
  ) throws(SystemError) {
    if paths.isEmpty && records.isEmpty && !readsTags { return }
    var undone: Set<Int> = []
    try journal.entries { entry in
      let isUndone = undone.contains(entry.sequence)
      if !isUndone { undone.formUnion(entry.undoes) }
      for file in entry.files where paths.contains(file.path) && lastTexts[file.path] == nil {
        // An undone repair and its undo cancel out, so skip both.
        let isOfUndoing = !entry.undoes.isEmpty && file.after == nil
        if file.repair != nil, isUndone || isOfUndoing { continue }
        lastTexts[file.path] = .some(file.after)
      }
      if !records.isEmpty { addRecordChanges(of: entry, records, isUndone: isUndone) }
      if readsTags { addTagChanges(of: entry, isUndone: isUndone) }
      return true
    }
  }

  /// Returns the versions of a record.
  func history(ofRecord id: UUID) -> EntityVersionHistory {
    EntityVersionHistory(recordChanges[id] ?? [])
  }

  /// Returns the versions of a tag.
  func history(ofTag id: UUID) -> EntityVersionHistory {
    EntityVersionHistory(tagChanges[id] ?? [])
  }

  /// The tag list as the journal last recorded it; nil if the journal contains no tags.
  var lastTags: StoredTags? {
    if tagList == nil, laterTags.isEmpty { return nil }
    var tags = tagList.flatMap(StoredTags.init(text:)) ?? StoredTags()
    for change in laterTags.reversed() { tags.put(change.after, under: change.id) }
    return tags
  }

  private mutating func addRecordChanges(
    of entry: JournalEntry,
    _ records: Set<UUID>,
    isUndone: Bool
  ) {
    let files = entry.files.filter { $0.path.hasPrefix("\(StoreLayout.records)/") }
    var before: [UUID: JSONObject] = [:]
    var after: [UUID: JSONObject] = [:]
    var repaired: Set<UUID> = []
    for file in files {
      // A record that moved to another path appears as one deleted and one new file, so go by its
      // ID.
      if let (id, json) = Self.record(file.before), records.contains(id) { before[id] = json }
      if let (id, json) = Self.record(file.after), records.contains(id) {
        after[id] = json
        if file.repair != nil { repaired.insert(id) }
      }
    }
    for id in Set(before.keys).union(after.keys) {
      let change = JournaledChange(
        entry,
        before[id],
        after[id],
        repaired.contains(id),
        isUndone: isUndone
      )
      recordChanges[id, default: []].append(change)
    }
  }

  private mutating func addTagChanges(of entry: JournalEntry, isUndone: Bool) {
    if tagList == nil { laterTags += entry.tags.reversed() }
    for tag in entry.tags {
      let (before, after) = (Self.record(tag.before)?.json, Self.record(tag.after)?.json)
      let change = JournaledChange(entry, before, after, false, isUndone: isUndone)
      tagChanges[tag.id, default: []].append(change)
    }
    for file in entry.files where file.path == StoreLayout.tags {
      // An earlier version may have synced a damaged list, so look for a usable one.
      let lists = [file.after, file.before].compactMap { $0 }
      tagList = tagList ?? lists.first { StoredTags(text: $0) != nil }
      let (before, after) = (Self.tags(file.before), Self.tags(file.after))
      for id in Set(before.keys).union(after.keys) {
        let isChanged = before[id] != after[id]
        if !isChanged, tagChanges[id]?.last?.before == after[id] { continue }
        let isRepair = isChanged && file.repair != nil
        let change = JournaledChange(entry, before[id], after[id], isRepair, isUndone: isUndone)
        tagChanges[id, default: []].append(change)
      }
    }
    tagList = tagList ?? entry.tagList
  }

  private static func record(_ text: String?) -> (id: UUID, json: JSONObject)? {
    guard
      let json = text.flatMap({ try? JSONValue(parsing: $0) })?.object,
      let id = json["id"]?.string.flatMap(UUID.init)
    else { return nil }
    return (id, json)
  }

  private static func tags(_ text: String?) -> [UUID: JSONObject] {
    let contents = text.flatMap { try? JSONValue(parsing: $0) }
    return contents.map(TagListMerge.tags) ?? [:]
  }
}

extension JournalVersionIndex.JournaledChange {
  fileprivate init(
    _ entry: JournalEntry,
    _ before: JSONObject?,
    _ after: JSONObject?,
    _ isRepair: Bool,
    isUndone: Bool
  ) {
    self.init(
      before: before,
      after: after,
      isFromUndoneRepair: isRepair && isUndone && entry.undoes.isEmpty,
      isValid: !isUndone
    )
  }
}
