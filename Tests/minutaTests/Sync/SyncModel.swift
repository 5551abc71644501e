import Foundation
import JSONText
import MinutaCore

/// The edits that all machines have made, and which of them nobody has overwritten.
///
/// An edit is overwritten by a later edit of the same field on a machine that knew of it.
struct SyncModel {
  /// A field of a record or a tag.
  struct Field: Hashable {
    let record: String
    let key: String
  }

  /// The records, the tags and the invoices of a machine; the invoices without their numbers.
  struct Folder: Equatable {
    var records: [String: JSONObject] = [:]
    var tags: [String: JSONObject] = [:]
    var invoices: Set<JSONObject> = []
  }

  private var values: [JSONValue?] = []
  private var overwritten: Set<Int> = []
  /// The edits of each field that each machine knows of; the last element is the repository.
  private var known: [[Field: Set<Int>]]
  private(set) var created: Set<String> = []
  private(set) var deleted: Set<String> = []
  private var labels: Set<Field> = []
  private var removedLabels: Set<Field> = []
  private var tags: Set<String> = []
  private var deletedTags: Set<String> = []
  private(set) var invoices: Set<JSONObject> = []
  private var removedInvoices: Set<JSONObject> = []

  init(machines: Int) {
    known = Array(repeating: [:], count: machines + 1)
  }

  /// Adds the edits of a call on a machine.
  mutating func add(_ before: Folder, _ after: Folder, on machine: Int) {
    add(before.records, after.records, on: machine)
    for id in Set(before.tags.keys).union(after.tags.keys) {
      let (old, new) = (before.tags[id], after.tags[id])
      if old == nil { tags.insert(id) }
      if new == nil { deletedTags.insert(id) }
      if let new, old?["name"] != new["name"] {
        addEdit(Field(record: id, key: "name"), new["name"], on: machine)
      }
    }
    invoices.formUnion(after.invoices.subtracting(before.invoices))
    removedInvoices.formUnion(before.invoices.subtracting(after.invoices))
  }

  private mutating func add(
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
  func losses(_ folder: Folder, _ conflicts: [Field: [JSONValue?]]) -> [String] {
    let records = folder.records
    var losses: [String] = []
    for id in created.subtracting(deleted) where records[id] == nil {
      losses.append("record \(id)")
    }
    for invoice in invoices.subtracting(removedInvoices).subtracting(folder.invoices) {
      losses.append("invoice \(invoice)")
    }
    losses += lostTags(folder.tags)
    for (field, edits) in known[known.count - 1] {
      let record = records[field.record] ?? folder.tags[field.record]
      guard !deleted.union(deletedTags).contains(field.record), let record else { continue }
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

  /// Returns the tags that are gone although nobody deleted them, and that didn't become one with
  /// another tag of the same name.
  private func lostTags(_ present: [String: JSONObject]) -> [String] {
    let keys = Set(present.values.compactMap { $0["name"]?.string.map(TagName.key) })
    return tags.subtracting(deletedTags).filter { present[$0] == nil }.compactMap { id in
      let edits = known[known.count - 1][Field(record: id, key: "name")] ?? []
      let names = edits.subtracting(overwritten).compactMap { values[$0]?.string.map(TagName.key) }
      return keys.isDisjoint(with: names) ? "tag \(id): \(names)" : nil
    }
  }

  var edits: Int { values.count }
}

extension JSONObject {
  /// The value of a field; that of a comment is the text without its labels.
  fileprivate func plain(_ key: String) -> JSONValue? {
    key == "comment" ? self[key].flatMap(\.withoutLabels) : self[key]
  }

  /// The labels without the one of an invoice, whose number a sync may change.
  fileprivate var labels: Set<String> {
    let labels = Label.all(in: self["comment"]?.string).filter { $0.key != Label.billedKey }
    return Set(labels.map(\.text))
  }
}

extension JSONValue {
  /// A comment without its labels; nil if nothing is left.
  var withoutLabels: JSONValue? {
    let words = (string ?? "").split(separator: " ").filter { !$0.hasPrefix("#") }
    return words.isEmpty ? nil : .string(words.joined(separator: " "))
  }
}
