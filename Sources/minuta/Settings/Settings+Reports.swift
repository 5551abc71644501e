import JSONText
import MinutaCore

extension Settings {
  /// The schema of the settings about reports.
  static let reportProperties: JSONObject = [
    "reports": [
      "description": "The header and the footer of reports and sheets.",
      "type": "object",
      "properties": ["header": line, "footer": line],
      "additionalProperties": false,
    ]
  ]

  private static let line: JSONValue = ["type": "string", "maxLength": 1000]

  /// The header and footer of reports that the settings define.
  var reportRules: ReportRules {
    var rules = ReportRules()
    rules.header = json["reports"]?["header"]?.string
    rules.footer = json["reports"]?["footer"]?.string
    return rules
  }
}
