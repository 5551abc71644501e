package import Foundation

/// What a stretch of time is spent on.
package struct Tag: Sendable, Hashable, Identifiable {
  package let id: UUID
  package var name: String
  /// `#RRGGBB`.
  package var color: String
  package var isArchived: Bool
  package let createdAt: Date

  package init(id: UUID, name: String, color: String, isArchived: Bool, createdAt: Date) {
    self.id = id
    self.name = name
    self.color = color
    self.isArchived = isArchived
    self.createdAt = createdAt
  }

  /// A new tag with the colour of its name.
  package init(id: UUID, name: String, createdAt: Date) {
    self.init(
      id: id,
      name: name,
      color: TagColor.hex(for: name),
      isArchived: false,
      createdAt: createdAt
    )
  }
}
