import IntentKit
import JSONText
import SystemCalls

extension UsageError {
  /// The error as one or two sentences.
  var sentence: String {
    switch self {
    case .noCommand: "No command given. Run 'minuta help' to list the commands."
    case .unknownCommand(let word, let near):
      "There is no command or intent \(word.quoted)\(near.suggestion)."
    case .unknownFlag(let flag, let near): "There is no flag \(flag.quoted)\(near.suggestion)."
    case .unknownTool(let name, let near):
      "There is no tool \(name.quoted)\(near.suggestion). Use 'core', 'all' or names of tools, "
        + "separated by commas."
    case .flagWithoutValue(let flag): "The flag \(flag.quoted) needs a value."
    case .flagWithValue(let flag): "The flag \(flag.quoted) takes no value. Remove the value."
    case .duplicateValue(let flag): "The value of \(flag.quoted) is given twice. Give it once."
    case .twoDurations(let first, let second, let flag):
      "\(first.quoted) and \(second.quoted) are both durations. "
        + "Use '\(flag) \(first)' if \(first.quoted) is a name."
    case .invalidChoice(let flag, let word, let choices):
      "\(word.quoted) isn't valid for \(flag.quoted). Use \(Self.list(choices.map(\.quoted)))."
    case .notUTF8: "The command line is not valid UTF-8."
    case .relativeStorePath(let path):
      "MINUTA_STORE is \(path.quoted), which is not an absolute path. Begin it with '/' or '~/'."
    case .homeOfAnotherUser(let path):
      "\(path.quoted) begins with another user's home folder. Write the full path, "
        + "or \("./\(path)".quoted) for a file of that name in the current folder."
    case .unexpectedArgument(let word):
      "Unexpected argument \(word.quoted). Put a name of several words in quotes."
    case .missingArgument(let noun): "Missing argument: \(noun)."
    case .notAnObject(let flag):
      "The value of \(flag.quoted) is not a JSON object. Use one such as {\"tag\": \"Work\"}."
    case .notJSON(let flag, let error): "Invalid JSON in \(flag.quoted): \(error)."
    case .emptyKey: "The value of '--key' is empty. Use a word that is new for each call."
    case .perCallFlag(let flag, let parameter):
      "The flag \(flag.quoted) can't be used with 'minuta rpc'. "
        + "Clients set \(parameter.quoted) in each call instead."
    case .keyForBatch:
      "The flag '--key' is for a single call. Use '--once' to give each call of a file a key, "
        + "or set 'key' in the calls."
    case .emptyStorePath: "The value of '--store' is empty. Give it the path of a folder."
    case .foreignFile(let file, let untrustedPath):
      FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath)
    case .batchOnlyFlag(let flag):
      "The flag \(flag.quoted) is for call files and can't be used with a workflow."
        + " Leave it out; 'minuta undo' can undo the whole run."
    case .hookNotCallable(let file, let event):
      "\(file.quoted) is a hook and can't be called. It runs at the event \(event.quoted)"
        + " if it is in the folder 'intents' beside your settings."
    case .unreadableFile(let file, let reason): "Can't read \(file.quoted): \(reason)."
    case .malformedFile(let file, let error):
      "\(file):\(error.line): invalid JSON: \(error.problem)."
    case .malformedLine(let file, let line, let error):
      "\(file):\(line): invalid JSON: \(error.problem)."
    case .lineTooLong(let file, let line):
      "\(file):\(line): The line is longer than \(LineReader.limit >> 20) MiB. Shorten the call."
    case .pathIsFolder(let path):
      "\(path.quoted) is a folder. Give a call file, an intent, or '-' for standard input."
    case .listInStream(let file, let line):
      "\(file):\(line): This line is a list. Write one call per line."
    case .changedMeanwhile(let file, let call):
      "\(file.quoted) was changed after it was checked. Calls from number \(call) on were not run. "
        + "Check the file, then run those calls."
    case .notResumable(let reason): reason.sentence
    case .traceNotFound("last", _): "No batch or workflow has been run yet."
    case .traceNotFound(let id, let latest):
      "There is no trace \(id.quoted)."
        + (latest.isEmpty ? "" : " Latest traces: \(latest.joined(separator: ", ")).")
    case .invalidCall(let file, let line, let error):
      "\(file)\(line.map { ":\($0)" } ?? ""): \(error.outcome.sentence)"
    case .conflictingFlags(let one, let other):
      "\(one.quoted) and \(other.quoted) can't be used together. Remove one of them."
    case .invalidSettings(let file, let problem): problem.sentence(file: file)
    case .invalidLogFilter(let part, let name):
      "\(part.quoted) in '\(name)' is not a log level. Use debug, info or error, or a category with"
        + " its level, such as storage=debug."
    case .unusableFolder(_, let why): why
    case .toolsNotChosen(let plugin, let tools):
      "No tools of \(plugin.quoted) were chosen, so nothing was saved. Use '--allow' with some of "
        + "\(tools.joined(separator: ",")), or '--allow-all'."
    case .unwritableFile(let file, let reason): "Can't write '\(file)': \(reason)."
    }
  }

  private static func list(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.joined() }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }
}
