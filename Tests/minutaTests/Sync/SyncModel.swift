import Foundation
import JSONText
import MinutaCore

/// The edits that all machines have made, and which of them nobody has overwritten.
///
/// An edit is overwritten by a later edit of the same field on a machine that knew of it.
struct SyncModel {
  struct Field: Hashable {
    let record: String
    let key: String
  }

  private var values: [JSONValue?] = []
  private var overwritten: Set<Int> = []
  /// The edits of each field that each machine knows of; the last element is the repository.
  private var known: [[Field: Set<Int>]]
  private(set) var created: Set<String> = []
  private(set) var deleted: Set<String> = []
  private var labels: Set<Field> = []
  private var removedLabels: Set<Field> = []

  init(machines: Int) {
    known = Array(repeating: [:], count: machines + 1)
  }

  /// Adds the edits of a call on a machine.
  mutating func add(
    _ before: [String: JSONObject],
    _ after: [String: JSONObject],
    on machine: Int
  ) {
    for id in Set(before.keys).union(after.keys) {
      let (old, new) = (before[id], after[id])
      if old == new { continue }
      if old == nil { created.insert(id) }
      guard let new else {
        deleted.insert(id)
        continue
      }
      for key in ["comment", "startTime", "endTime"] {
        let (first, second) = (old?.plain(key), new.plain(key))
        if old == nil ? second != nil : first != second {
          addEdit(Field(record: id, key: key), second, on: machine)
        }
      }
      let (oldLabels, newLabels) = (old?.labels ?? [], new.labels)
      labels.formUnion(newLabels.subtracting(oldLabels).map { Field(record: id, key: $0) })
      removedLabels.formUnion(oldLabels.subtracting(newLabels).map { Field(record: id, key: $0) })
    }
  }

  private mutating func addEdit(_ field: Field, _ value: JSONValue?, on machine: Int) {
    overwritten.formUnion(known[machine][field] ?? [])
    values.append(value)
    known[machine][field] = [values.count - 1]
  }

  /// A machine and the repository have exchanged all edits.
  mutating func sync(_ machine: Int) {
    let hub = known.count - 1
    for (field, edits) in known[machine] { known[hub][field, default: []].formUnion(edits) }
    known[machine] = known[hub]
  }

  /// Returns what is lost in the end.
  ///
  /// - Parameter conflicts: the values that a conflict names, by field.
  func losses(_ records: [String: JSONObject], _ conflicts: [Field: [JSONValue?]]) -> [String] {
    var losses: [String] = []
    for id in created.subtracting(deleted) where records[id] == nil {
      losses.append("record \(id)")
    }
    for (field, edits) in known[known.count - 1] {
      guard !deleted.contains(field.record), let record = records[field.record] else { continue }
      let live = edits.subtracting(overwritten).map { values[$0] }
      let value = record.plain(field.key)
      let named = conflicts[field] ?? []
      if !live.contains(value) { losses.append("\(field): has \(value as Any), edits \(live)") }
      for edit in live where edit != value && !named.contains(edit) {
        losses.append("\(field): \(edit as Any) is neither \(value as Any) nor in \(named)")
      }
    }
    for label in labels.subtracting(removedLabels) where !deleted.contains(label.record) {
      if records[label.record]?.labels.contains(label.key) != true {
        losses.append("label \(label)")
      }
    }
    return losses
  }

  var edits: Int { values.count }
}

extension JSONObject {
  /// The value of a field; that of a comment is the text without its labels.
  fileprivate func plain(_ key: String) -> JSONValue? {
    key == "comment" ? self[key].flatMap(\.withoutLabels) : self[key]
  }

  fileprivate var labels: Set<String> { Set(Label.all(in: self["comment"]?.string).map(\.text)) }
}

extension JSONValue {
  /// A comment without its labels; nil if nothing is left.
  var withoutLabels: JSONValue? {
    let words = (string ?? "").split(separator: " ").filter { !$0.hasPrefix("#") }
    return words.isEmpty ? nil : .string(words.joined(separator: " "))
  }
}
