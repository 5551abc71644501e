import Foundation

/// A part of life that habits belong to.
struct Area: Sendable, Hashable, Named {
  static let kind = NamedKind.area

  let id: UUID
  var name: String
  let createdAt: Date
}
