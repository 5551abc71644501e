import Foundation
import JSONText
import MinutaCore

/// A tag's stored text before and after a transaction; nil where there was none.
struct TagChange: Sendable, Equatable {
  let id: UUID
  let before: String?
  let after: String?

  var reversed: TagChange { TagChange(id: id, before: after, after: before) }
}

extension TagChange {
  init?(json: JSONValue) {
    guard let id = json["id"]?.string.flatMap(UUID.of) else { return nil }
    self.init(id: id, before: json["before"]?.string, after: json["after"]?.string)
  }

  var json: JSONValue {
    [
      "id": .string(id.text), "before": before.map { .string($0) } ?? .null,
      "after": after.map { .string($0) } ?? .null,
    ]
  }
}

extension JournalEntry {
  /// The changes of tags, with those that a repair of the whole list comes to.
  var tagChanges: [TagChange] {
    files.filter { $0.path == StoreLayout.tags }.flatMap { file in
      let (before, after) = (Self.tagTexts(file.before), Self.tagTexts(file.after))
      let ids = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      return ids.sorted { $0.uuidString < $1.uuidString }
        .map { TagChange(id: $0, before: before[$0], after: after[$0]) }
    } + tags
  }

  private static func tagTexts(_ list: String?) -> [UUID: String] {
    list.flatMap(StoredTags.init(text:))?.texts ?? [:]
  }
}
