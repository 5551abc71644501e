import IntentKit
import JSONText
import MinutaCore
import MinutaStore

/// The result of `minuta storage`.
struct StorageCommandResult {
  let report: StorageReport
  /// The change as a sentence; nil if the folder was only shown.
  var action: String?
  /// Whether this is a dry run.
  var isPlanned = false
  /// The location that takes precedence over the new choice; nil if there is none.
  var overridingLocation: DataDirectoryLocation?

  /// Prints the result as text, or as one line of JSON.
  func print(on console: Console, asJSON: Bool) throws(Console.WriteError) {
    if asJSON { return try console.print(JSONValue.object(json).text()) }
    try console.print(lines: lines.map(\.escapedForTerminal))
    if let overridingLocation {
      console.printError(
        "minuta: \(overridingLocation.source.rawValue) takes precedence; it is "
          + "'\(overridingLocation.path.escapedForTerminal)'."
      )
    }
    guard case .store(let content) = report.survey.state else { return }
    for file in content.skippedFiles {
      console.printError(
        "minuta: \(file.path.escapedForTerminal): \(file.reason.escapedForTerminal)"
      )
    }
  }

  private var lines: [String] {
    guard let action else { return report.lines }
    return [action + (isPlanned ? " \(IntentResult.dryRunNote)" : "")] + report.findings
  }

  private var json: JSONObject {
    var json = report.json
    if isPlanned { json["planned"] = true }
    json["overriddenBy"] = overridingLocation.map { .string($0.source.rawValue) }
    return json
  }
}
