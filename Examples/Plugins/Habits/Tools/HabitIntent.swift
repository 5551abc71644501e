import IntentKit
import JSONText

/// What a tool does.
protocol HabitIntent: SendableMetatype {
  /// Its definition, compiled in from `Intents`.
  static var definition: [UInt8] { get }

  /// Does what a call asks for.
  ///
  /// - Throws: what services throw, and `IntentError` for values that are not what they must be.
  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
}

/// The tools: for each a file in `Intents` that describes it and one here that does it.
enum HabitIntents {
  /// In alphabetical order.
  static let all: [any HabitIntent.Type] = [
    ArchiveHabit.self,
    BuyReward.self,
    CompleteHabit.self,
    CreateArea.self,
    CreateBadHabit.self,
    CreateHabit.self,
    DeleteArea.self,
    DeleteBadHabit.self,
    DeleteHabit.self,
    ListAreas.self,
    ListBadHabits.self,
    ListHabits.self,
    LogSlip.self,
    MoveHabit.self,
    RenameArea.self,
    RenameBadHabit.self,
    RenameHabit.self,
    RenameProfile.self,
    ShowProfile.self,
    Streaks.self,
    UnarchiveHabit.self,
    UndoCompletion.self,
  ]
}
