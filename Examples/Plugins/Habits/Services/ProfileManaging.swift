import Foundation

/// The operations on the user's profile.
///
/// Errors follow the rules of `HabitManaging`.
protocol ProfileManaging: Sendable {
  func show() async throws -> ProfileReport

  func rename(to name: String) async throws -> ProfileReport

  /// Buys a reward for the user with coins.
  func buy(
    _ reward: String,
    for price: Int,
    now: Date
  ) async throws -> (purchase: Purchase, report: ProfileReport)
}

/// The profile with the player's score.
struct ProfileReport: Sendable, Equatable {
  let profile: Profile
  let score: PlayerScore

  init(of data: HabitData) {
    profile = data.profile
    score = PlayerScore(of: data)
  }
}
