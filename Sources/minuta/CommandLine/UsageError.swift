import IntentKit
import JSONText

/// Errors in the command line, in files named there, or in the settings.
enum UsageError: Error, Equatable {
  case noCommand
  case unknownCommand(String, near: String?)
  case unknownFlag(String, near: String?)
  case unknownTool(String, near: String?)
  case flagWithoutValue(String)
  case flagWithValue(String)
  case duplicateValue(String)
  /// Two positional arguments are durations, but only one can be.
  case twoDurations(String, String, flag: String)
  case invalidChoice(flag: String, String, among: [String])
  case notUTF8
  case relativeStorePath(String)
  /// A path begins with `~user`.
  case homeOfAnotherUser(String)
  case unexpectedArgument(String)
  case missingArgument(String)
  case notAnObject(flag: String)
  case notJSON(flag: String, JSONError)
  case emptyStorePath
  case emptyKey
  /// A flag that applies to one call is used with `minuta rpc`; clients set the parameter instead.
  case perCallFlag(String, parameter: String)
  /// `--key` is used with several calls.
  case keyForBatch
  case unreadableFile(String, reason: String)
  /// Another user can change the file or a directory above it.
  case foreignFile(String, untrustedPath: String)
  /// A batch flag is used with a workflow.
  case batchOnlyFlag(String)
  /// A hook is named as a command, but hooks only run on their event.
  case hookNotCallable(String, event: String)
  case malformedFile(String, JSONError)
  /// A line is not valid JSON.
  case malformedLine(String, line: Int, JSONError)
  /// A line exceeds the size limit for a call.
  case lineTooLong(String, line: Int)
  case invalidCall(file: String, line: Int?, IntentError)
  case pathIsFolder(String)
  /// A line of streamed input is a JSON array instead of a single call.
  case listInStream(String, line: Int)
  /// The call file changed while the batch ran. The calls from number `from` on were not run.
  case changedMeanwhile(String, from: Int)
  case notResumable(ResumeError)
  case traceNotFound(String, latest: [String])
  case conflictingFlags(String, String)
  case invalidSettings(String, SettingsError)
  /// A part of a log filter is neither a level nor `category=level`.
  case invalidLogFilter(String, in: String)
  /// A folder can't be used as the data folder; `why` is a full sentence.
  case unusableFolder(String, why: String)
  case unwritableFile(String, reason: String)
  /// The user hasn't chosen which tools of the plugin may be called.
  case toolsNotChosen(String, tools: [String])
}

extension UsageError {
  /// The error as an outcome.
  var outcome: Outcome {
    if case .notResumable(.stillRunning) = self { return .busy(outcomeError) }
    return .failed(outcomeError)
  }

  /// The error with its code, message and data.
  var outcomeError: OutcomeError {
    OutcomeError(kind, code: code, message: sentence, data: data)
  }

  private var kind: OutcomeError.Kind {
    if case .unwritableFile = self { .failure } else { .badInput }
  }

  private var code: String {
    switch self {
    case .unreadableFile, .pathIsFolder: "unreadableFile"
    case .foreignFile: "untrustedFile"
    case .malformedFile, .malformedLine, .lineTooLong, .listInStream: "malformedFile"
    case .changedMeanwhile: "changedDuringRun"
    case .notResumable(let reason): reason.code
    case .invalidCall(_, _, let error): error.outcome.error?.code ?? "malformedCall"
    case .invalidSettings(_, let problem): problem.code
    case .unusableFolder: "unusableFolder"
    case .unwritableFile: "unwritableFile"
    case .traceNotFound: "traceNotFound"
    case .toolsNotChosen: "toolsNotChosen"
    default: "usage"
    }
  }

  private var data: JSONObject {
    switch self {
    case .unreadableFile(let file, _), .pathIsFolder(let file), .foreignFile(let file, _),
      .hookNotCallable(let file, _), .changedMeanwhile(let file, _):
      ["file": .string(file)]
    case .malformedFile(let file, let error):
      [
        "file": .string(file), "line": .number(JSONNumber(error.line)),
        "offset": .number(JSONNumber(error.offset)),
        "path": .string(error.pointer.description),
      ]
    case .malformedLine(let file, let line, _), .listInStream(let file, let line),
      .lineTooLong(let file, let line):
      Self.place(file, line)
    case .invalidCall(let file, let line, let error):
      Self.place(file, line).merging(error.outcome.error?.data ?? [:])
    case .invalidSettings(let file, let problem): problem.data(file: file)
    case .toolsNotChosen(_, let tools): ["tools": .array(tools.map { .string($0) })]
    case .unusableFolder(let path, _), .unwritableFile(let path, _): ["file": .string(path)]
    default: [:]
    }
  }

  private static func place(_ file: String, _ line: Int?) -> JSONObject {
    var place: JSONObject = ["file": .string(file)]
    place["line"] = line.map { .number(JSONNumber($0)) }
    return place
  }
}
