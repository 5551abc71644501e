/// The player's score: experience, level and coins.
///
/// It is computed from the habit data and never stored, so the two can't disagree.
struct PlayerScore: Sendable, Equatable {
  static let experiencePerCompletion = 10
  static let experiencePerSlip = -5
  static let experiencePerLevel = 100

  let experience: Int
  /// The number of coins: one for each completion, less the coins spent.
  ///
  /// It is negative if a completion is undone after its coin was spent.
  let coins: Int

  init(of data: HabitData) {
    let completions = data.habits.reduce(0) { $0 + $1.completions.count }
    let slips = data.badHabits.reduce(0) { $0 + $1.slips.count }
    experience = max(
      0,
      completions * Self.experiencePerCompletion + slips * Self.experiencePerSlip
    )
    coins = data.profile.purchases.reduce(completions) { $0 - $1.price }
  }

  /// The level, counted from 1.
  var level: Int { experience / Self.experiencePerLevel + 1 }

  /// The experience that the player still needs for the next level.
  var experienceToNextLevel: Int { level * Self.experiencePerLevel - experience }
}
