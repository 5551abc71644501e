package import Foundation

/// A category of work that records belong to.
package struct Tag: Sendable, Hashable, Identifiable {
  package let id: UUID
  package var name: String
  /// The color as `#RRGGBB`.
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

  /// Creates a tag with the default color for its name.
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
