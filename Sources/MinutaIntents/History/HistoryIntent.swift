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
    let steps = try context.tracker.history(limit: arguments.integer("limit") ?? 20)
    let count = steps.count == 1 ? "1 call" : "\(steps.count) calls"
    return IntentResult(
      ["entries": .array(steps.map { $0.json(days: context.days, formatter: context.formatter) })],
      dialog: steps.isEmpty ? "Nothing was changed on this machine yet." : "The last \(count)."
    )
  }
}

extension HistoryListItem {
  /// The entry with a person's words for it: the local time, the command and what it changed.
  ///
  /// - Parameter formatter: those of the call that lists the history.
  fileprivate func json(days: LocalCalendar, formatter: SentenceFormatter) -> JSONValue {
    var json = entry.json(isUndone: isUndone).object ?? [:]
    json["localTime"] = .string(formatter.moment(entry.origin.now))
    json["command"] = .string(call.command)
    // A date that is that of the entry is not repeated.
    json["summary"] = .string(call.subject(SentenceFormatter(now: entry.origin.now, days: days)))
    return .object(json)
  }
}

extension HistoryEntry {
  /// The entry as answers have it.
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
  /// The repair as history and plans have it.
  var json: JSONValue {
    [
      "kind": "file", "file": .string(subject),
      "written": .array(texts.map { .string($0.path) }),
      "moved": .array(moves.map { ["from": .string($0.from), "to": .string($0.to)] }),
    ]
  }
}
