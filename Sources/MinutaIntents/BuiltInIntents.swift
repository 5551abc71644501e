import IntentKit
import JSONText

/// The list of built-in intents.
///
/// Each has a definition in `Intents` and a type in this module.
enum BuiltInIntents {
  /// All built-in intents, in alphabetical order.
  static let all: [any BuiltInIntent.Type] = [
    ArchiveTagIntent.self,
    AttachImageIntent.self,
    AwayIntent.self,
    BackIntent.self,
    BulkUpdateIntent.self,
    CancelTimerIntent.self,
    CreateTagIntent.self,
    CutRangeIntent.self,
    DeleteRecordIntent.self,
    DeleteTagIntent.self,
    DoctorIntent.self,
    ExportIntent.self,
    FillGapsIntent.self,
    HistoryIntent.self,
    ImportRecordIntent.self,
    JoinRecordsIntent.self,
    ListDaysIntent.self,
    ListDeletionsIntent.self,
    ListGapsIntent.self,
    ListInvoicesIntent.self,
    ListLabelsIntent.self,
    ListRecordsIntent.self,
    ListTagsIntent.self,
    LockInvoiceIntent.self,
    LogTimeIntent.self,
    MakeInvoiceIntent.self,
    MakeReportIntent.self,
    ReadReportIntent.self,
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
    UnlockInvoiceIntent.self,
    UpdateRecordIntent.self,
  ]
}

/// An intent of this module: its compiled-in definition, its parameters and its result.
protocol EmbeddedIntent: Sendable {
  /// The arguments of a call, with the names and types of the definition's `parameters`.
  associatedtype Parameters: Codable, Sendable
  /// The result of a call, with the members of the definition's `result`.
  associatedtype Result: Codable, Sendable

  /// The definition as JSON.
  static var definition: [UInt8] { get }

  /// Creates a call with arguments.
  init(parameters: Parameters)
}

extension EmbeddedIntent {
  /// The id of the intent: the type's name without `Intent`.
  ///
  /// It is derived from the name to avoid parsing the definition.
  static var id: String { String("\(Self.self)".dropLast("Intent".count)) }

  /// The definition, whose references to shared schemas are resolved on use; nil if it isn't JSON.
  static var parsedDefinition: IntentDefinition? {
    (try? JSONValue(parsing: definition)).map {
      IntentDefinition(checked: $0, resolveReferences: SharedSchemas.resolve)
    }
  }

  /// Creates a call from arguments that are valid for the definition and include its defaults.
  init(_ arguments: JSONObject) throws {
    self.init(parameters: try JSONValue.object(arguments).decode())
  }
}
