import Foundation

/// Who plays, and what was bought.
struct Profile: Sendable, Hashable {
  var name = "Player"
  var purchases: [Purchase] = []
}

/// A reward that was paid for with coins.
struct Purchase: Sendable, Hashable, Identifiable {
  let id: UUID
  let reward: String
  /// Coins.
  let price: Int
  let date: Date
}
