import Foundation
import IntentKit

/// The built-in intents: for each a file in `Intents` that describes it and one here that does it.
enum BuiltInIntents {
  /// In alphabetical order.
  static let all: [any BuiltInIntent.Type] = [
    ArchiveTagIntent.self,
    AttachImageIntent.self,
    BulkUpdateIntent.self,
    CancelTimerIntent.self,
    CreateTagIntent.self,
    CutRangeIntent.self,
    DeleteRecordIntent.self,
    DeleteTagIntent.self,
    DoctorIntent.self,
    HistoryIntent.self,
    JoinRecordsIntent.self,
    ListDeletionsIntent.self,
    ListRecordsIntent.self,
    ListTagsIntent.self,
    LogTimeIntent.self,
    RedoIntent.self,
    RemoveImageIntent.self,
    RenameTagIntent.self,
    ResolveIntent.self,
    RestoreRecordIntent.self,
    ResumeTimerIntent.self,
    SetTagColorIntent.self,
    SplitRecordIntent.self,
    StartTimerIntent.self,
    StateIntent.self,
    StatusIntent.self,
    StopTimerIntent.self,
    SummarizeIntent.self,
    SwitchTimerIntent.self,
    ToggleTimerIntent.self,
    UnarchiveTagIntent.self,
    UndoIntent.self,
    UpdateRecordIntent.self,
  ]
}

/// What a built-in intent does.
protocol BuiltInIntent: SendableMetatype {
  /// Its definition, compiled in.
  static var definition: [UInt8] { get }

  /// Whether it looks at what is committed alone, or moves files that others may need in place, so
  /// that it shares no transaction with other calls.
  static var requiresOwnTransaction: Bool { get }

  /// Whether it adds or moves time, so that records may come to lie over each other.
  static var mayCauseOverlaps: Bool { get }

  /// Whether it shows that somebody is there, so that it is noted when the machine was awake.
  static var recordsUptime: Bool { get }

  /// Whether its answers name the files that could not be used on the way to them.
  static var reportsSkippedFiles: Bool { get }

  /// Whether a call with these values changes nothing, whatever the definition says of others.
  static func isReadOnly(for arguments: IntentArguments) -> Bool

  /// Finds values that do not go together, before any store is asked.
  ///
  /// - Throws: `IntentError.invalidValue`.
  static func validate(_ arguments: IntentArguments, now: Date) throws(IntentError)

  /// Does what a call asks for.
  ///
  /// - Throws: `TrackingError`, and `IntentError` for values that do not go together.
  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
}

extension BuiltInIntent {
  /// The id of the intent: the type's name without `Intent`.
  static var id: String { String("\(Self.self)".dropLast("Intent".count)) }

  static var requiresOwnTransaction: Bool { false }
  static var reportsSkippedFiles: Bool { true }
  static var mayCauseOverlaps: Bool { false }
  static var recordsUptime: Bool { false }

  /// Leaves it to the definition.
  static func isReadOnly(for arguments: IntentArguments) -> Bool { false }

  /// Finds nothing wrong.
  static func validate(_ arguments: IntentArguments, now: Date) throws(IntentError) {}
}
