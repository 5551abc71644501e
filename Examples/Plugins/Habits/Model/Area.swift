import Foundation

/// A part of the user's life, such as work or health, that habits can belong to.
struct Area: Sendable, Hashable, NamedEntity {
  static let kind = EntityKind.area

  let id: UUID
  var name: String
  let createdAt: Date
}
