import Foundation

/// The player and the player's purchases.
struct Profile: Sendable, Hashable {
  var name = "Player"
  var purchases: [Purchase] = []
}

/// A reward that was bought with coins.
struct Purchase: Sendable, Hashable, Identifiable {
  let id: UUID
  let reward: String
  /// The price in coins.
  let price: Int
  let date: Date
}
