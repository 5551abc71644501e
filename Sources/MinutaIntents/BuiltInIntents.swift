import Foundation
import IntentKit

/// The built-in intents: for each a file in `Intents` that describes it and one here that does it.
enum BuiltInIntents {
  /// In alphabetical order.
  static let all: [any BuiltInIntent.Type] = [
    ArchiveTag.self,
    AttachImage.self,
    BulkUpdate.self,
    CancelTimer.self,
    CreateTag.self,
    CutRange.self,
    DeleteRecord.self,
    DeleteTag.self,
    Doctor.self,
    History.self,
    JoinRecords.self,
    ListDeletions.self,
    ListRecords.self,
    ListTags.self,
    LogTime.self,
    Redo.self,
    RemoveImage.self,
    RenameTag.self,
    Resolve.self,
    RestoreRecord.self,
    ResumeTimer.self,
    SetTagColor.self,
    SplitRecord.self,
    StartTimer.self,
    State.self,
    Status.self,
    StopTimer.self,
    Summarize.self,
    SwitchTimer.self,
    ToggleTimer.self,
    UnarchiveTag.self,
    Undo.self,
    UpdateRecord.self,
  ]
}

/// What a built-in intent does.
protocol BuiltInIntent: SendableMetatype {
  /// Its definition, compiled in.
  static var definition: [UInt8] { get }

  /// Whether it looks at what is committed alone, or moves files that others may need in place, so
  /// that it shares no transaction with other calls.
  static var commitsAlone: Bool { get }

  /// Whether it adds or moves time, so that records may come to lie over each other.
  static var movesTime: Bool { get }

  /// Whether it shows that somebody is there, so that it is noted when the machine was awake.
  static var notesClocks: Bool { get }

  /// Whether its answers name the files that could not be used on the way to them.
  static var namesFilesSetAside: Bool { get }

  /// Whether a call with these values changes nothing, whatever the definition says of others.
  static func changesNothing(_ values: IntentValues) -> Bool

  /// Finds values that do not go together, before any store is asked.
  ///
  /// - Throws: `IntentError.invalidValue`.
  static func check(_ values: IntentValues, now: Date) throws(IntentError)

  /// Does what a call asks for.
  ///
  /// - Throws: `TrackingError`, and `IntentError` for values that do not go together.
  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer
}

extension BuiltInIntent {
  static var commitsAlone: Bool { false }
  static var namesFilesSetAside: Bool { true }
  static var movesTime: Bool { false }
  static var notesClocks: Bool { false }

  /// Leaves it to the definition.
  static func changesNothing(_ values: IntentValues) -> Bool { false }

  /// Finds nothing wrong.
  static func check(_ values: IntentValues, now: Date) throws(IntentError) {}
}
