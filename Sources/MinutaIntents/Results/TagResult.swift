import Foundation
import MinutaCore

/// A tag in a result.
package struct TagResult: ResultPart {
  package let id: String
  package let name: String
  package let color: String
  package let isArchived: Bool
  package let createdAt: String

  init(_ tag: Tag) {
    id = tag.id.text
    name = tag.name
    color = tag.color
    isArchived = tag.isArchived
    createdAt = Timestamp.text(tag.createdAt)
  }
}

/// The tag of a record in a result; an unknown tag has only an id.
package struct RecordTagResult: ResultPart {
  package let id: String
  package let name: String?
  package let color: String?
  package let isArchived: Bool?
  package let createdAt: String?

  init(_ tag: Tag) {
    id = tag.id.text
    name = tag.name
    color = tag.color
    isArchived = tag.isArchived
    createdAt = Timestamp.text(tag.createdAt)
  }

  /// Creates a tag of which only the id is known.
  init(unknown id: UUID) {
    self.id = id.text
    name = nil
    color = nil
    isArchived = nil
    createdAt = nil
  }
}
