import Foundation

/// The rules of the profile.
///
/// Errors are as in `HabitManaging`.
protocol ProfileManaging: Sendable {
  func show() async throws -> ProfileReport

  func rename(to name: String) async throws -> ProfileReport

  /// Buys a reward with coins.
  func buy(
    _ reward: String,
    for price: Int,
    now: Date
  ) async throws -> (purchase: Purchase, report: ProfileReport)
}

/// A profile and its player's score.
struct ProfileReport: Sendable, Equatable {
  let profile: Profile
  let score: Score

  init(of data: HabitData) {
    profile = data.profile
    score = Score(of: data)
  }
}
