import IntentKit
import JSONText
import MinutaCore

/// The calls that make the records agree with an edited text.
struct RecordLineChanges {
  /// The calls: first those that delete records, then the others in the order of their lines.
  private(set) var calls: [IntentCall] = []
  /// The numbers of the calls' lines, from 1; nil for a record whose line was deleted.
  private(set) var lines: [Int?] = []
  /// The mistakes by the number of their line.
  private(set) var mistakes: [Int: String] = [:]

  /// Compares a text with the records that it had before.
  ///
  /// - Parameter records: the lines of the records by their full ids.
  init(of records: [(id: String, line: RecordLine)], in text: String) {
    var unchanged = Dictionary(uniqueKeysWithValues: records.map { ($0.line.id ?? "", $0) })
    let shown = Dictionary(records.map { ($0.line.text, $0.line.id ?? "") }) { first, _ in first }
    var changes: [(IntentCall, Int)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let number = index + 1
      if let id = shown[String(line)], unchanged.removeValue(forKey: id) != nil { continue }
      do throws(RecordLine.Mistake) {
        guard let new = try RecordLine(parsing: line) else { continue }
        guard let id = new.id else {
          changes.append((try new.addition(), number))
          continue
        }
        guard let old = unchanged.removeValue(forKey: id) else {
          let isKnown = records.contains { $0.line.id == id }
          throw RecordLine.Mistake(
            sentence: isKnown
              ? "There is another line of the record \(id). Remove the id to log more time."
              : "No line had the id \(id). Write a line without an id to log time."
          )
        }
        if let call = try new.change(of: old.line.parsed, id: old.id) {
          changes.append((call, number))
        }
      } catch {
        mistakes[number] = error.sentence
      }
    }
    for (id, line) in records where unchanged[line.id ?? ""] != nil {
      add(IntentCall("DeleteRecord", with: ["record": .string(id)]), nil)
    }
    for (call, number) in changes { add(call, number) }
  }

  /// The number of records to delete.
  var deletions: Int { lines.count { $0 == nil } }

  private mutating func add(_ call: IntentCall, _ line: Int?) {
    calls.append(call)
    lines.append(line)
  }
}

extension RecordLine {
  /// Returns the call that adds the line's record.
  fileprivate func addition() throws(Mistake) -> IntentCall {
    var values: JSONObject = ["start": .string(start)]
    guard let end else {
      throw Mistake(sentence: "New time needs an end. Use '\(minuta) start' to start a timer.")
    }
    try checkOrder()
    values["end"] = .string(end)
    values["tag"] = tag.map { .string($0) }
    values["comment"] = comment.map { .string($0) }
    return IntentCall("LogTime", with: values)
  }

  /// Returns the call that changes a record; nil if its line is the same.
  ///
  /// A time that stays as it is isn't set, because the line may show it without its UTC offset.
  fileprivate func change(of old: RecordLine, id: String) throws(Mistake) -> IntentCall? {
    var values: JSONObject = [:]
    if (start, end) != (old.start, old.end) { try checkOrder() }
    if start != old.start { values["start"] = .string(start) }
    if end != old.end || end != nil && start.prefix(10) != old.start.prefix(10) {
      guard let end else {
        throw Mistake(
          sentence: "A record that has ended can't run again. Use '\(minuta) resume' instead."
        )
      }
      values["end"] = .string(end)
    }
    if tag != old.tag { values[tag == nil ? "untagged" : "tag"] = tag.map { .string($0) } ?? true }
    if comment != old.comment { values["comment"] = .string(comment ?? "") }
    // A new comment without labels keeps those at the end of the old one, unless they are removed.
    let labels = Label.all(in: comment).map(\.text)
    let removed = Label.all(in: old.comment).filter { !labels.contains($0.text) }
    if !removed.isEmpty { values["removeLabel"] = .array(removed.map { .string($0.argument) }) }
    if values.isEmpty { return nil }
    values["record"] = .string(id)
    return IntentCall("UpdateRecord", with: values)
  }
}
