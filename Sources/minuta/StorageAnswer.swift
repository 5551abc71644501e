import IntentKit
import JSONText
import MinutaCore
import MinutaStore

/// What `minuta storage` answers.
struct StorageAnswer {
  let report: StorageReport
  /// What was done, as a sentence; nil where nothing was asked for but a look.
  var deed: String?
  /// Whether it would be done only.
  var isPlanned = false
  /// What counts before a choice that was made.
  var overruling: StoreChoice?

  /// Writes the answer for a person, or on one line for a program.
  func print(on console: Console, asJSON: Bool) throws(Console.Closed) {
    if asJSON { return try console.print(JSONValue.object(json).text()) }
    try console.print(lines: lines.map(\.forTerminal))
    if let overruling {
      console.note(
        "minuta: \(overruling.chooser.rawValue) names '\(overruling.path.forTerminal)', "
          + "which counts first."
      )
    }
    guard case .store(let content) = report.survey.state else { return }
    for file in content.setAside {
      console.note("minuta: \(file.path.forTerminal): \(file.reason.forTerminal)")
    }
  }

  private var lines: [String] {
    guard let deed else { return report.lines }
    return [deed + (isPlanned ? " \(Answer.planNote)" : "")] + report.findings
  }

  private var json: JSONObject {
    var json = report.json
    if isPlanned { json["planned"] = true }
    json["overruledBy"] = overruling.map { .string($0.chooser.rawValue) }
    return json
  }
}
