import Foundation
import IntentKit
import JSONText
import MinutaCore

enum HistoryIntent: BuiltInIntent {
  static let definition = PackageResources.History_json
  static let requiresOwnTransaction = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let entries = try context.tracker.history(limit: arguments.integer("limit") ?? 20)
    let count = entries.count == 1 ? "call" : "\(entries.count) calls"
    return IntentResult(
      [
        "entries": .array(entries.map { $0.json(days: context.days, formatter: context.formatter) })
      ],
      dialog: entries.isEmpty ? "No changes on this machine yet." : "The last \(count)."
    )
  }
}

extension HistoryListItem {
  /// Returns the entry as JSON with its local time, its command and a summary of its changes.
  ///
  /// - Parameter formatter: the formatter of the call that lists the history.
  fileprivate func json(days: LocalCalendar, formatter: SentenceFormatter) -> JSONValue {
    var json = entry.json(isUndone: isUndone).object ?? [:]
    json["localTime"] = .string(formatter.moment(entry.origin.now))
    json["command"] = .string(call.command)
    // Times in the summary leave out the date if it is the entry's own date.
    json["summary"] = .string(call.subject(SentenceFormatter(now: entry.origin.now, days: days)))
    return .object(json)
  }
}

extension HistoryEntry {
  /// Returns the entry as JSON.
  func json(isUndone: Bool) -> JSONValue {
    var json: JSONObject = [
      "entry": .number(JSONNumber(sequence)),
      "time": .string(Timestamp.text(origin.now)),
      "source": .string(origin.source),
      "intent": .string(origin.intent),
      "undone": .bool(isUndone),
    ]
    json["run"] = origin.run.map { .string($0) }
    if !undoes.isEmpty { json["undoes"] = .array(undoes.map { .number(JSONNumber($0)) }) }
    json["changes"] = .array(
      records.map { $0.json("record") } + tags.map { $0.json("tag") } + repairs.map(\.json)
    )
    return .object(json)
  }
}

extension EntityChange {
  fileprivate func json(_ kind: String) -> JSONValue {
    [
      "kind": .string(kind), "id": .string(id.uuidString),
      "before": before.map { Self.json($0.text) } ?? .null,
      "after": after.map { Self.json($0.text) } ?? .null,
    ]
  }

  private static func json(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text)) ?? .null
  }
}

extension StoreRepair {
  /// The repair as JSON, for the history and for plans.
  var json: JSONValue {
    [
      "kind": "file", "file": .string(subject),
      "written": .array(texts.map { .string($0.path) }),
      "moved": .array(moves.map { ["from": .string($0.from), "to": .string($0.to)] }),
    ]
  }
}
