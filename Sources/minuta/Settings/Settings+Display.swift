import JSONText
import MinutaCore

extension Settings {
  /// The schema of the settings about tables and charts.
  static let displayProperties: JSONObject = [
    "durations": [
      "description": "The format of durations in tables, charts and sentences.",
      "enum": .array(DurationFormat.Style.allCases.map { .string($0.rawValue) }),
      "default": .string(DurationFormat.Style.units.rawValue),
    ],
    "clock": [
      "description": "Whether times of day are shown as 2:30 pm or as 14:30.",
      "enum": ["12h", "24h"],
      "default": "24h",
    ],
  ]

  /// The format of durations; nil for the default.
  var durations: DurationFormat.Style? {
    json["durations"]?.string.flatMap(DurationFormat.Style.init)
  }

  /// Whether times of day are shown as `2:30 pm`.
  var uses12Hours: Bool { json["clock"] == "12h" }
}
