import Foundation

/// A tag's stored text before and after a transaction; nil where there was none.
struct TagChange: Sendable, Equatable {
  let id: UUID
  let before: String?
  let after: String?
}

extension JournalEntry {
  /// The changes of tags, whether they stand alone or in a text of the whole list.
  var tagChanges: [TagChange] {
    files.filter { $0.path == StoreLayout.tags }.flatMap { file in
      let (before, after) = (Self.tagTexts(file.before), Self.tagTexts(file.after))
      let ids = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      return ids.sorted { $0.uuidString < $1.uuidString }
        .map { TagChange(id: $0, before: before[$0], after: after[$0]) }
    }
  }

  private static func tagTexts(_ list: String?) -> [UUID: String] {
    list.flatMap(StoredTags.init(text:))?.images.mapValues(\.text) ?? [:]
  }
}
