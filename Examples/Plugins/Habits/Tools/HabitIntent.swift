import IntentKit
import JSONText

/// The implementation of one habit tool.
protocol HabitIntent: SendableMetatype {
  /// The tool's definition in JSON, compiled in from the folder `Intents`.
  static var definition: [UInt8] { get }

  /// Performs a call of the tool.
  ///
  /// - Throws: errors of the services, and `Failure` for invalid arguments.
  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
}

/// The tools of the plugin.
///
/// Each has a definition in `Intents` and an implementation here.
enum HabitIntents {
  /// All tools in alphabetical order.
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
