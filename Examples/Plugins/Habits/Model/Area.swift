import Foundation

/// A part of life that habits belong to.
struct Area: Sendable, Hashable, NamedEntity {
  static let kind = EntityKind.area

  let id: UUID
  var name: String
  let createdAt: Date
}
