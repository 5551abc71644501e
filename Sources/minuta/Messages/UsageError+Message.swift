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
      "\(first.quoted) and \(second.quoted) are both durations, but only one can be given. "
        + "Use '\(flag) \(first)' if \(first.quoted) is a name."
    case .invalidChoice(let flag, let word, let choices):
      "\(word.quoted) isn't valid for \(flag.quoted). Use \(Self.list(choices.map(\.quoted)))."
    case .notUTF8: "The command line is not valid UTF-8. Write all arguments in UTF-8."
    case .relativeStorePath(let path):
      "MINUTA_STORE is \(path.quoted), which is not an absolute path. Begin it with '/' or '~/'."
    case .homeOfAnotherUser(let path):
      "\(path.quoted) begins with another user's home folder. Write the full path, "
        + "or \("./\(path)".quoted) for a file of that name in the current folder."
    case .unexpectedArgument(let word):
      "Unexpected argument \(word.quoted). If it is part of a name of several words, put the whole "
        + "name in quotes."
    case .missingArgument(let noun): "Missing argument: \(noun)."
    case .notAnObject(let flag):
      "The value of \(flag.quoted) is not a JSON object. Use one such as {\"tag\": \"Work\"}."
    case .notJSON(let flag, let error):
      "Invalid JSON in \(flag.quoted): \(error.problem) on line \(error.line)."
    case .emptyKey: "The value of '--key' is empty. Use a word that is new for each call."
    case .perCallFlag(let flag, let parameter):
      "The flag \(flag.quoted) can't be used with 'minuta rpc'. "
        + "Clients set \(parameter.quoted) in each call instead."
    case .keyForBatch:
      "The flag '--key' is for a single call. Use '--once' to add a key to each call in the file, "
        + "or set 'key' in the calls yourself."
    case .emptyStorePath: "The value of '--store' is empty. Give it the path of a folder."
    case .foreignFile(let file, let untrustedPath):
      FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath)
    case .batchOnlyFlag(let flag):
      "The flag \(flag.quoted) is for call files and can't be used with a workflow."
        + " Leave it out. To undo a whole workflow run, use 'minuta undo'."
    case .hookNotCallable(let file, let event):
      "\(file.quoted) is a hook and can't be called. It runs when the event \(event.quoted)"
        + " happens, if it is in the folder 'intents' next to your settings file."
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
      "\(file.quoted) was changed after it was checked. Call \(call) and all calls after it were not "
        + "run. Check the file, then run those calls."
    case .notResumable(let reason): reason.sentence
    case .traceNotFound("last", _): "No batch or workflow has been run yet."
    case .traceNotFound(let id, let latest):
      "There is no trace with the id \(id.quoted)."
        + (latest.isEmpty ? "" : " Use one of the latest: \(latest.joined(separator: ", ")).")
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
      "No tools of the plugin \(plugin.quoted) were chosen, so nothing was saved. Choose "
        + "some with '--allow' (names separated by commas), or all of them with '--allow-all'. "
        + "The plugin has these tools: \(tools.joined(separator: ", "))."
    case .unwritableFile(let file, let reason): "Can't write '\(file)': \(reason)."
    }
  }

  private static func list(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.joined() }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }
}
