// A plugin with two tools in one file, served over the Model Context Protocol and plain JSON-RPC.
import Foundation
import IntentKit
import IntentRPC
import JSONText

struct PomodoroParameters: Codable {
  let minutes: Int
  let breakMinutes: Int
  let rounds: Int
  let at: String?
}

struct PomodoroResult: Codable {
  let intervals: [Interval]

  struct Interval: Codable {
    let kind: String
    let start: String
    let end: String
  }
}

let pomodoro = try Intent([
  "minuta": 1, "id": "Pomodoro", "title": "Pomodoro", "summary": "Plan {rounds} rounds",
  "description": "Plans rounds of work with breaks between them.",
  "parameters": [
    "type": "object",
    "properties": [
      "minutes": ["type": "integer", "minimum": 1, "maximum": 240, "default": 25],
      "breakMinutes": ["type": "integer", "minimum": 1, "maximum": 240, "default": 5],
      "rounds": ["type": "integer", "minimum": 1, "maximum": 48, "default": 4],
      "at": ["type": "string", "description": "Start time, such as 2026-11-20T09:30:00Z."],
    ],
    "additionalProperties": false,
  ],
  "result": [
    "type": "object", "required": ["intervals"],
    "properties": [
      "intervals": [
        "type": "array",
        "items": [
          "type": "object", "required": ["kind", "start", "end"],
          "properties": [
            "kind": ["enum": ["work", "break"]], "start": ["type": "string"],
            "end": ["type": "string"],
          ],
        ],
      ]
    ],
  ],
  "effects": ["readOnly": true, "destructive": false, "idempotent": true, "openWorld": false],
  "errors": [], "sources": ["rpc", "mcp"],
]) { (parameters: PomodoroParameters, context) in
  var time = context.now
  if let at = parameters.at {
    guard let date = try? Date(at, strategy: .iso8601) else {
      let expected = "a time such as 2026-11-20T09:30:00Z"
      throw Failure.invalidValue(
        ValidationError("at", .invalidFormat(expected: expected, found: .string(at)))
      )
    }
    time = date
  }
  var intervals: [PomodoroResult.Interval] = []
  for index in 0..<(2 * parameters.rounds - 1) {
    let isWork = index % 2 == 0
    let minutes = isWork ? parameters.minutes : parameters.breakMinutes
    let end = time.addingTimeInterval(Double(minutes) * 60)
    intervals.append(
      PomodoroResult.Interval(
        kind: isWork ? "work" : "break",
        start: time.formatted(.iso8601),
        end: end.formatted(.iso8601)
      )
    )
    time = end
  }
  return IntentOutput(
    PomodoroResult(intervals: intervals),
    dialog: "Rounds: \(parameters.rounds). The last ends at \(time.formatted(.iso8601))."
  )
}

struct WaitParameters: Codable {
  let seconds: Int
}

struct WaitResult: Codable {
  let seconds: Int?
}

let wait = try Intent([
  "minuta": 1, "id": "Wait", "title": "Wait", "summary": "Wait {seconds} seconds",
  "description": "Waits and reports progress.",
  "parameters": [
    "type": "object", "required": ["seconds"],
    "properties": ["seconds": ["type": "integer", "minimum": 1, "maximum": 14400]],
    "additionalProperties": false,
  ],
  "result": ["type": "object", "properties": ["seconds": ["type": "integer"]]],
  "effects": ["readOnly": true, "destructive": false, "idempotent": true, "openWorld": false],
  "errors": [], "sources": ["rpc", "mcp"],
]) { (parameters: WaitParameters, context) in
  let seconds = parameters.seconds
  for second in 0..<seconds {
    context.report(Double(second) / Double(seconds), "\(seconds - second) s left")
    try await Task.sleep(for: .seconds(1))
  }
  return IntentOutput(WaitResult(seconds: seconds), dialog: "Waited \(seconds) s.")
}

let engine = IntentEngine(providers: [StaticIntentProvider([pomodoro, wait])], now: { .now })
exit(await RPCServer.serve(engine, as: ServerInfo(name: "pomodoro", version: "1.0")))
