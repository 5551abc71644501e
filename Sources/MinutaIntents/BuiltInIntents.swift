import Foundation
import IntentKit

/// The list of built-in intents.
///
/// Each has a definition in `Intents` and a type in this module.
enum BuiltInIntents {
  /// All built-in intents, in alphabetical order.
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

/// An intent of this module, with a compiled-in definition.
protocol EmbeddedIntent: SendableMetatype {
  /// The definition as JSON.
  static var definition: [UInt8] { get }
}

extension EmbeddedIntent {
  /// The id of the intent: the type's name without `Intent`.
  ///
  /// It is derived from the name to avoid parsing the definition.
  static var id: String { String("\(Self.self)".dropLast("Intent".count)) }
}

/// The implementation of a built-in intent.
protocol BuiltInIntent: EmbeddedIntent {
  /// Whether a call can't share a transaction with other calls.
  ///
  /// This is true for an intent that sees only committed changes, or that moves files which other
  /// calls may need.
  static var requiresOwnTransaction: Bool { get }

  /// Whether the intent adds records or changes their times, so that records may overlap
  /// afterwards.
  static var mayCauseOverlaps: Bool { get }

  /// Whether a call shows that the user is at the computer, so that the uptime log is updated.
  static var recordsUptime: Bool { get }

  /// Whether results list the files that were skipped as unusable.
  static var reportsSkippedFiles: Bool { get }

  /// Whether a call with these arguments changes nothing, even if the intent can make changes.
  static func isReadOnly(for arguments: IntentArguments) -> Bool

  /// Checks that the arguments can be combined, before the store is opened.
  ///
  /// - Throws: `Failure.invalidValue`.
  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure)

  /// Performs a call.
  ///
  /// - Throws: `TrackingError`, or `Failure` if the arguments can't be combined.
  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
}

extension BuiltInIntent {
  static var requiresOwnTransaction: Bool { false }
  static var reportsSkippedFiles: Bool { true }
  static var mayCauseOverlaps: Bool { false }
  static var recordsUptime: Bool { false }

  static func isReadOnly(for arguments: IntentArguments) -> Bool { false }

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {}
}
