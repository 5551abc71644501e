/// What a player has reached; it follows from what was done, so that the two never differ.
struct Score: Sendable, Equatable {
  static let experiencePerCompletion = 10
  static let experiencePerSlip = -5
  static let experiencePerLevel = 100

  let experience: Int
  /// One for each completion, less what was paid; below zero where a paid completion was taken back.
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

  /// From 1 on.
  var level: Int { experience / Self.experiencePerLevel + 1 }

  /// What is missing to the next level.
  var experienceToNextLevel: Int { level * Self.experiencePerLevel - experience }
}
