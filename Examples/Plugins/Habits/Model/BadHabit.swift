import Foundation

/// Something not to be done.
struct BadHabit: Sendable, Hashable, NamedEntity {
  static let kind = EntityKind.badHabit

  let id: UUID
  var name: String
  var areaID: UUID?
  let createdAt: Date
  /// When it was done all the same, in the order of being noted.
  var slips: [Slip] = []
}

/// One time that a bad habit was given in to.
struct Slip: Sendable, Hashable, Identifiable {
  let id: UUID
  let date: Date
  let note: String?
}
