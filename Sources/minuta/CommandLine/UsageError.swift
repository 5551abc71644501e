import IntentKit
import JSONText

/// Words and files that cannot be made a call of.
enum UsageError: Error, Equatable {
  case noCommand
  case unknownCommand(String, near: String?)
  case unknownFlag(String, near: String?)
  case unknownTool(String, near: String?)
  case flagWithoutValue(String)
  case flagWithValue(String)
  case duplicateValue(String)
  /// Two durations were given, and one may be meant as the value of a flag.
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
  /// A flag for one call, where calls come from a client; the parameter is the call's own.
  case perCallFlag(String, parameter: String)
  /// One key for several calls.
  case keyForBatch
  case unreadableFile(String, reason: String)
  /// Somebody else can change a file, or a folder above it.
  case foreignFile(String, untrustedPath: String)
  /// A workflow is not done in the way that a flag asks for.
  case batchOnlyFlag(String)
  /// A file is done at an event, and not when it is asked for.
  case hookNotCallable(String, event: String)
  case malformedFile(String, JSONError)
  /// A line is not JSON.
  case malformedLine(String, line: Int, JSONError)
  /// A line that no call can have.
  case lineTooLong(String, line: Int)
  case invalidCall(file: String, line: Int?, IntentError)
  case pathIsFolder(String)
  /// A list on one line of a stream.
  case listInStream(String, line: Int)
  /// A file was written to while its calls were done; from this one on it may be another.
  case changedMeanwhile(String, from: Int)
  case notResumable(ResumeError)
  case traceNotFound(String, latest: [String])
  case conflictingFlags(String, String)
  case invalidSettings(String, SettingsError)
  /// A part of a log filter is neither a level nor a category with its level.
  case invalidLogFilter(String, in: String)
  /// A folder that cannot be made the store, and why, as one sentence.
  case unusableFolder(String, why: String)
  case unwritableFile(String, reason: String)
  /// Nobody said which tools of a plugin may be called.
  case toolsNotChosen(String, tools: [String])
}

extension UsageError {
  /// The error as an outcome tells it.
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

  private var sentence: String {
    switch self {
    case .noCommand: "Name a command. Run 'minuta help' to list them."
    case .unknownCommand(let word, let near):
      "There is no command or intent \(word.quoted)\(near.suggestion)."
    case .unknownFlag(let flag, let near): "There is no flag \(flag.quoted)\(near.suggestion)."
    case .unknownTool(let name, let near):
      "There is no tool \(name.quoted)\(near.suggestion); '--tools' takes 'core', 'all' or names of "
        + "tools, with commas between them."
    case .flagWithoutValue(let flag): "The flag \(flag.quoted) needs a value."
    case .flagWithValue(let flag): "The flag \(flag.quoted) takes no value."
    case .duplicateValue(let flag): "What \(flag.quoted) stands for is given twice."
    case .twoDurations(let first, let second, let flag):
      "\(first.quoted) and \(second.quoted) are both durations; use '\(flag) \(first)' if that is a name."
    case .invalidChoice(let flag, let word, let choices):
      (flag.hasPrefix("--") ? "The flag " : "")
        + "\(flag.quoted) takes \(choices.map(\.quoted).joined(separator: " or ")), "
        + "not \(word.quoted)."
    case .notUTF8: "The command line is not UTF-8."
    case .relativeStorePath(let path):
      "MINUTA_STORE must be an absolute path, not \(path.quoted)."
    case .homeOfAnotherUser(let path):
      "\(path.quoted) begins with another user's home folder. Write the path in full, "
        + "or \("./\(path)".quoted) for that name in the current folder."
    case .unexpectedArgument(let word):
      "Unexpected word \(word.quoted); a name of several words stands in quotes."
    case .missingArgument(let noun): "Say which \(noun)."
    case .notAnObject(let flag): "The value of \(flag.quoted) must be a JSON object."
    case .notJSON(let flag, let error): "The value of \(flag.quoted) is not JSON: \(error)."
    case .emptyKey: "The flag '--key' needs a word."
    case .perCallFlag(let flag, let parameter):
      "The flag \(flag.quoted) is for one call; a call over JSON-RPC brings its own "
        + "\(parameter.quoted)."
    case .keyForBatch:
      "A key is for one call; '--once' gives each call of a file one, or the file does by 'key'."
    case .emptyStorePath: "The flag '--store' needs the path of a folder."
    case .foreignFile(let file, let untrustedPath):
      "'\(file)' is not used, as '\(untrustedPath)' belongs to somebody else or can be written"
        + " by others; 'chmod go-w' keeps them out."
    case .batchOnlyFlag(let flag):
      "The flag \(flag.quoted) is for calls in order; each call of a workflow is a transaction of its"
        + " own, and 'minuta undo' takes a run back as a whole."
    case .hookNotCallable(let file, let event):
      "\(file.quoted) is done at the event \(event.quoted), from the folder 'intents' of the settings;"
        + " it cannot be asked for."
    case .unreadableFile(let file, let reason): "Cannot read \(file.quoted): \(reason)."
    case .malformedFile(let file, let error): "\(file.quoted) is not JSON: \(error)."
    case .malformedLine(let file, let line, let error):
      "\(file.quoted), line \(line), is not JSON: \(error.problem)."
    case .lineTooLong(let file, let line):
      "\(file.quoted), line \(line), is longer than \(LineReader.limit >> 20) MiB."
    case .pathIsFolder(let path):
      "\(path.quoted) is a folder; name a file of calls, '-', or an intent."
    case .listInStream(let file, let line):
      "\(file.quoted), line \(line), is a list; a stream has one call on each line."
    case .changedMeanwhile(let file, let call):
      "\(file.quoted) was changed after it was checked; from call \(call) on nothing was done."
    case .notResumable(let reason): reason.sentence
    case .traceNotFound("last", _): "No batch and no workflow has been run yet."
    case .traceNotFound(let id, let latest):
      "There is no trace \(id.quoted)"
        + (latest.isEmpty ? "." : "; the last ones are \(latest.joined(separator: ", ")).")
    case .invalidCall(let file, let line, let error):
      "\(file.quoted)\(line.map { ", line \($0)" } ?? ""): \(error.outcome.sentence)"
    case .conflictingFlags(let one, let other):
      "\(one.quoted) and \(other.quoted) do not go together."
    case .invalidSettings(let file, let problem): problem.sentence(file: file)
    case .invalidLogFilter(let part, let name):
      "\(part.quoted) in '\(name)' is not a log level. Use debug, info or error, or a category with"
        + " its level, such as storage=debug."
    case .unusableFolder(_, let why): why
    case .toolsNotChosen(let plugin, let tools):
      "Nothing was added, since nobody said which tools of \(plugin.quoted) may be called; "
        + "'--allow' takes some of \(tools.joined(separator: ",")), '--allow-all' all."
    case .unwritableFile(let file, let reason): "Cannot write '\(file)': \(reason)."
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
