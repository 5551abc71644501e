import JSONText
import Testing

/// A test case for status formats; its JSON has the form of the intent `Status`'s result.
struct StatusCase: Sendable, CustomTestStringConvertible {
  var running: [JSONValue] = []
  var todaySeconds = 12_000
  var timeZone = "Europe/Zurich"

  var json: JSONObject {
    [
      "running": .array(running), "todaySeconds": .number(JSONNumber(todaySeconds)),
      "timeZone": .string(timeZone),
    ]
  }

  var testDescription: String { "\(running.count) running, \(todaySeconds) s, \(timeZone)" }
}

extension JSONValue {
  static func timer(_ tag: String?, seconds: Int = 3900) -> JSONValue {
    let whole: JSONValue? = tag.map {
      [
        "id": "0B6E6B0C-9E1C-4F0B-8D5A-6C7F0A0B1C2D", "name": .string($0),
        "color": ["red": 1, "green": 2, "blue": 3], "isArchived": false,
        "createdAt": "2026-11-01T08:00:00Z",
      ]
    }
    return [
      "id": "A1B2C3D4-0000-4000-8000-000000000001", "startTime": "2026-11-20T09:30:00Z",
      "images": [], "tag": whole ?? .null, "durationSeconds": .number(JSONNumber(seconds)),
    ]
  }
}
