import IntentKit
import SystemCalls

extension PluginError {
  var message: String {
    switch self {
    case .unknown(let name, let near): "There is no plugin \(name.quoted)\(near.suggestion)."
    case .badName(let name):
      "\(name.quoted) is not a valid plugin name. Use at most 24 lowercase letters, digits and '_', "
        + "beginning with a letter."
    case .taken(let name):
      "The plugin \(name.quoted) already exists. Remove it first with 'minuta plugin remove \(name)'."
    case .relativeCommand(let command, let found):
      "\(command.quoted) is not an absolute path. Give the full path of the plugin's program"
        + found.suggestion + "."
    case .unreadable(let file, let reason): "Can't access '\(file)': \(reason)."
    case .badManifest(let file, let line, let problem): "\(file):\(line): \(problem)"
    case .manifestTooLarge(let name, let limit):
      "The manifest of the plugin \(name.quoted) would be larger than the maximum of \(limit >> 20) MiB. "
        + "Allow fewer tools with '--allow'."
    case .untrustedFile(let file, let untrustedPath):
      FileOwnershipChecker.sentence(
        for: "The plugin's file '\(file)'",
        untrustedPath: untrustedPath
      )
    case .changedFile(let plugin, let path):
      "The plugin \(plugin.quoted) can't run, because '\(path)' has changed since you allowed it. "
        + "Review the change with 'minuta plugin update \(plugin)'."
    case .changedTool(let plugin, let tool):
      "The tool \(tool.quoted) of the plugin \(plugin.quoted) has changed since you allowed it. "
        + "Review the change with 'minuta plugin update \(plugin)'."
    case .unknownTool(let plugin, let tool, let near):
      "The plugin \(plugin.quoted) has no tool \(tool.quoted)\(near.suggestion)."
    case .nestingTooDeep(let plugin, let limit):
      "The plugin \(plugin.quoted) wasn't started, because Minuta and plugins that start it are already "
        + "nested \(limit) levels deep. Change the plugin so that it doesn't start Minuta."
    case .backingOff(let plugin, let seconds, let reason):
      "The plugin \(plugin.quoted) keeps failing: \(reason.asSentenceEnd) Try again in \(seconds) s."
    case .toolFailed(_, _, let message, _): message
    case .invalidToolResult(let plugin, let tool, let problem):
      "The tool \(tool.quoted) of the plugin \(plugin.quoted) returned an invalid result: \(problem)"
    case .staleReply(let plugin):
      "The plugin \(plugin.quoted) is no longer waiting for this answer. Repeat the call without the answer."
    case .server(let plugin, .cancellation, _):
      "The call to the plugin \(plugin.quoted) was cancelled."
    case .server(let plugin, _, let reason):
      "The plugin \(plugin.quoted) failed: \(reason.asSentenceEnd)"
    }
  }
}

extension String {
  /// The text, with a final period added if it has none.
  fileprivate var asSentenceEnd: String { hasSuffix(".") ? self : self + "." }
}
