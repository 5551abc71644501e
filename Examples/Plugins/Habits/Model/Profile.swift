import Foundation

/// The name of the user as a player, and the rewards that the player bought.
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
