import JSONText
import MinutaCore
import MinutaDesktop
import Testing

/// A test case for status formats; its JSON has the form of the intent `Status`'s result.
struct StatusCase: Sendable, CustomTestStringConvertible {
  var running: [JSONValue] = []
  var todaySeconds = 12_000
  var timeZone = "Europe/Zurich"
  var targets: [JSONValue] = []
  var forgottenCount = 0
  var skippedFileCount = 0

  var json: JSONObject {
    var json: JSONObject = [
      "running": .array(running), "todaySeconds": .number(JSONNumber(todaySeconds)),
      "timeZone": .string(timeZone),
    ]
    json["targets"] = targets.isEmpty ? nil : .array(targets)
    json["unresolved"] = list(forgottenCount)
    json["skippedFiles"] = list(skippedFileCount)
    return json
  }

  private func list(_ count: Int) -> JSONValue? {
    count == 0 ? nil : .array(Array(repeating: [:], count: count))
  }

  /// Returns the line of a format.
  func line(
    _ format: String,
    _ rules: TimeRules = TimeRules(),
    after keyOutcome: KeyOutcome? = nil
  ) throws -> String {
    try StatusFormats.named(format).line(for: StatusBarContent(json, rules, keyOutcome: keyOutcome))
  }

  var testDescription: String { "\(running.count) running, \(todaySeconds) s, \(timeZone)" }
}

extension JSONValue {
  static func timer(
    _ tag: String?,
    seconds: Int = 3900,
    start: String = "2026-11-20T09:30:00Z",
    color: String = "#3584e4"
  ) -> JSONValue {
    let whole: JSONValue? = tag.map {
      [
        "id": "0B6E6B0C-9E1C-4F0B-8D5A-6C7F0A0B1C2D", "name": .string($0),
        "color": .string(color), "isArchived": false,
        "createdAt": "2026-11-01T08:00:00Z",
      ]
    }
    return [
      "id": "A1B2C3D4-0000-4000-8000-000000000001", "startTime": .string(start),
      "images": [], "tag": whole ?? .null, "durationSeconds": .number(JSONNumber(seconds)),
    ]
  }

  static func target(_ tag: String?, per: String, done: Int, due: Int, at: String? = nil)
    -> JSONValue
  {
    var target: JSONObject = [
      "tag": tag.map { .string($0) } ?? .null, "per": .string(per),
      "dueSeconds": .number(JSONNumber(due)), "doneSeconds": .number(JSONNumber(done)),
      "balanceSeconds": .number(JSONNumber(done - due)),
    ]
    target["doneAt"] = at.map { .string($0) }
    return .object(target)
  }
}
