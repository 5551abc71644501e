import Foundation
import IntentKit
import JSONText
import MinutaCore

extension UndoConflictReport {
  /// Returns the reason why an undo failed, and a command to try next.
  func notice(_ formatter: SentenceFormatter) -> Notice {
    let subject = subject(formatter).capitalizingFirst
    let others = undoConflicts.count < 2 ? "" : " (and \(undoConflicts.count - 1) more)"
    let time = formatter.moment(call.origin.now)
    let change = isGone ? "deleted" : "changed"
    let sentence =
      "\(subject)\(location)\(others)\(comma) was \(change) after the call "
      + "\(call.command.quoted) at \(time), so that call can't be \(isRedo ? "redone" : "undone")."
    if !isSkippable { return sentence.notice }
    return isRedo
      ? "\(sentence) You can skip it and redo the next one.".suggesting("redo --skip")
      : "\(sentence) You can skip it and undo the one before it.".suggesting("undo --skip")
  }

  private func subject(_ formatter: SentenceFormatter) -> String {
    // The record's id is left out here, because it follows with the file in `location`.
    if case .record(let tagged)? = undoConflicts.first {
      return "the record of \(formatter.nameAndTime(tagged))"
    }
    return undoConflicts.first?.name(formatter) ?? "The record"
  }

  /// The comma that closes the times of a record, such as `'Work', 09:00 to 10:00`; empty for other
  /// conflicts.
  private var comma: String {
    if case .record? = undoConflicts.first { "," } else { "" }
  }

  /// The place of the conflict in parentheses: a record's short id and file, or the file of the
  /// tags.
  private var location: String {
    switch undoConflicts.first {
    case .record(let tagged):
      let file = path.map { ", \($0)" } ?? ""
      return " (\(tagged.record.id.shortText)\(file))"
    case .tag, .tagInUse: return " (tags.json)"
    case .nameConflict, .file, nil: return ""
    }
  }

  /// The members of the error's data.
  var data: JSONObject {
    var data: JSONObject = [
      "entry": .number(JSONNumber(call.sequence)),
      "conflicts": .array(undoConflicts.map { .string($0.id) }),
    ]
    data["file"] = path.map { .string($0) }
    return data
  }
}
