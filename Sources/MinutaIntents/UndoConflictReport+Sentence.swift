import Foundation
import IntentKit
import JSONText
import MinutaCore

extension UndoConflictReport {
  /// The record, tag or file that stands in the way, and the next command.
  func sentence(_ formatter: SentenceFormatter) -> String {
    let subject = subject(formatter)
    let others = undoConflicts.count < 2 ? "" : " (and \(undoConflicts.count - 1) more)"
    let call = "\(call.command.quoted) at \(formatter.moment(call.origin.now))"
    return "\(subject)\(place)\(others) was \(isGone ? "deleted" : "changed") since \(call), "
      + "which can't be \(isRedo ? "redone" : "undone").\(isSkippable ? advice : "")"
  }

  private func subject(_ formatter: SentenceFormatter) -> String {
    // The id of a record follows with its file.
    if case .record(let tagged)? = undoConflicts.first { return formatter.nameAndTime(tagged) }
    return undoConflicts.first?.name(formatter) ?? "The record"
  }

  /// The command that goes on with the entry before.
  private var advice: String {
    let verb = isRedo ? "redo" : "undo"
    return " Run 'minuta \(verb) --skip' ('skip': true) to leave it and \(verb) the call before."
  }

  /// The short id and the file.
  private var place: String {
    switch undoConflicts.first {
    case .record(let tagged):
      let file = path.map { ", \($0)" } ?? ""
      return " (\(tagged.record.id.shortText)\(file))"
    case .tag, .tagInUse: return " (tags.json)"
    case .nameConflict, .file, nil: return ""
    }
  }

  /// The facts of the failure.
  var data: JSONObject {
    var data: JSONObject = [
      "entry": .number(JSONNumber(call.sequence)),
      "leftAlone": .array(undoConflicts.map { .string($0.id) }),
    ]
    data["file"] = path.map { .string($0) }
    return data
  }
}
