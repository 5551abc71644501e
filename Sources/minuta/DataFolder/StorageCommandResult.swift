import IntentKit
import JSONText
import MinutaCore
import MinutaStore

/// What `minuta storage` answers.
struct StorageCommandResult {
  let report: StorageReport
  /// What was done, as a sentence; nil where nothing was asked for but a look.
  var action: String?
  /// Whether it would be done only.
  var isPlanned = false
  /// What counts before a choice that was made.
  var overridingLocation: DataDirectoryLocation?

  /// Writes the answer for a person, or on one line for a program.
  func print(on console: Console, asJSON: Bool) throws(Console.WriteError) {
    if asJSON { return try console.print(JSONValue.object(json).text()) }
    try console.print(lines: lines.map(\.escapedForTerminal))
    if let overridingLocation {
      console.printError(
        "minuta: \(overridingLocation.source.rawValue) names '\(overridingLocation.path.escapedForTerminal)', "
          + "which counts first."
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
