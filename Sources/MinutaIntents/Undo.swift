import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Undo: BuiltInIntent {
  static let definition = PackageResources.Undo_json
  static let commitsAlone = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try selection(values)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let undone = try run.tracker.undo(try selection(values))
    return undone.answer(run, verb: "Undid")
  }

  private static func selection(_ values: IntentValues) throws(IntentError) -> UndoSelection {
    switch (values.integer("entry"), values.integer("to")) {
    case (nil, nil): return .last
    case (let entry?, nil): return .entry(entry)
    case (nil, let to?): return .after(to)
    case (_?, _?): throw .invalidValue(ValueProblem("to", .conflict(with: "entry")))
    }
  }
}

extension Undone {
  /// The answer of an intent that took calls back.
  func answer(_ run: IntentRun, verb: String) -> Answer {
    let names = entries.map { "\($0.origin.intent) of \(run.words.moment($0.origin.now))" }
    let shown = names.count > 3 ? "\(names.count) calls" : names.listed
    let rest =
      switch leftAlone.count + filesLeftAlone.count {
      case 0: ""
      case 1: " One entry was changed since and stays as it is."
      case let count: " \(count) entries were changed since and stay as they are."
      }
    return Answer(
      [
        "entries": .array(entries.map { $0.json(isUndone: true) }),
        "leftAlone": .array(
          leftAlone.map { .string($0.uuidString) } + filesLeftAlone.map { .string($0) }
        ),
      ],
      dialog: "\(verb) \(shown).\(rest)"
    )
  }
}
