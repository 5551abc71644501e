import Foundation
import JSONText
import MinutaCore

/// The edits that all machines have made, and which of them nobody has overwritten.
///
/// An edit is overwritten by a later edit of the same field on a machine that knew of it, or of another
/// edit with the same value: one made at the same time, or an earlier one that undo brought back. For a
/// merge, the field of the machine that set the value again hasn't changed.
struct SyncModel {
  /// A field of a record or a tag, or a label of a record, such as `#billable`.
  struct Field: Hashable {
    let record: String
    let key: String

    fileprivate var isLabel: Bool { key.hasPrefix("#") }
  }

  /// The records, the tags, the images and the invoices of a machine; the invoices without their
  /// numbers.
  struct Folder: Equatable {
    var records: [String: JSONObject] = [:]
    var tags: [String: JSONObject] = [:]
    var images: Set<[UInt8]> = []
    var invoices: Set<JSONObject> = []

    /// Returns the tag that a tag has become one with, or the tag itself; nil if there is neither.
    func tag(_ id: String, named names: [String]) -> String? {
      if tags[id] != nil { return id }
      return tags.first { names.contains(TagName.key($0.value["name"]?.string ?? "")) }?.key
    }
  }

  private var values: [JSONValue?] = []
  /// The edits that each edit has overwritten directly.
  private var overwrites: [Set<Int>] = []
  /// The edits of each field; the first one stands for the value before its first edit.
  private var edits: [Field: [Int]] = [:]
  /// The edits of each field that each machine knows of; the last element is the repository.
  private var known: [[Field: Set<Int>]]
  /// The newest commits of the repository, with the edits that they have.
  private(set) var commits: [(id: String, known: [Field: Set<Int>])] = []
  private(set) var created: Set<String> = []
  private(set) var deleted: Set<String> = []
  /// The records that were on an invoice on a machine at some time.
  private var billed: Set<String> = []
  /// The deletions of each record: the edits that the machine knew, and the record as it was.
  private var deletions: [String: [(known: Set<Int>, record: JSONObject)]] = [:]
  private static let keys = ["comment", "startTime", "endTime", "tagId"]
  /// The names that each tag has had, as keys.
  private var tags: [String: Set<String>] = [:]
  private var deletedTags: Set<String> = []
  private var images: Set<[UInt8]> = []
  private var removedImages: Set<[UInt8]> = []
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
      if let name = new?["name"]?.string { tags[id, default: []].insert(TagName.key(name)) }
      if new == nil { deletedTags.insert(id) }
      if let new, old?["name"] != new["name"] {
        addEdit(Field(record: id, key: "name"), old?["name"], new["name"], on: machine)
      }
      let colors = [old?.chosenColor, new?.chosenColor]
      if new != nil, colors[0] != colors[1] {
        addEdit(Field(record: id, key: "color"), colors[0], colors[1], on: machine)
      }
    }
    images.formUnion(after.images.subtracting(before.images))
    removedImages.formUnion(before.images.subtracting(after.images))
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
      if new?.isBilled == true { billed.insert(id) }
      guard let new else {
        deleted.insert(id)
        let edits = known[machine].filter { $0.key.record == id }.values
        deletions[id, default: []].append((edits.reduce(into: []) { $0.formUnion($1) }, old ?? [:]))
        continue
      }
      let labels = (old?.labels ?? []).union(new.labels)
      for key in Self.keys + labels.sorted() {
        let (first, second) = (old?.plain(key), new.plain(key))
        if old == nil ? second != nil : first != second {
          addEdit(Field(record: id, key: key), first, second, on: machine)
        }
      }
    }
  }

  private mutating func addEdit(
    _ field: Field,
    _ old: JSONValue?,
    _ new: JSONValue?,
    on machine: Int
  ) {
    let beginning = edits[field]?.first ?? makeEdit(old, overwriting: [])
    let edit = makeEdit(new, overwriting: known[machine][field] ?? [beginning])
    edits[field, default: [beginning]].append(edit)
    known[machine][field] = [edit]
  }

  private mutating func makeEdit(_ value: JSONValue?, overwriting edits: Set<Int>) -> Int {
    values.append(value)
    overwrites.append(edits)
    return values.count - 1
  }

  /// Returns the edits among some of one field that nobody has overwritten.
  private func live(_ edits: Set<Int>) -> Set<Int> {
    let overwritten = overwrites.reduce(into: Set()) { $0.formUnion($1) }
    return edits.subtracting(overwritten)
  }

  /// Returns whether an edit set a value that a machine has overwritten without knowledge of this edit.
  private func isUnchanged(_ edit: Int, of field: Field) -> Bool {
    let earlier = ancestors(of: edit)
    let edits = edits[field] ?? []
    let same = edits.filter { other in
      values[other] == values[edit]
        || field.key == "tagId" && areUnited(values[edit], values[other])
    }
    return edits.contains { other in
      other != edit && !earlier.contains(other) && !overwrites[other].isDisjoint(with: same)
    }
  }

  /// Returns the edits that an edit has overwritten, directly or not.
  private func ancestors(of edit: Int) -> Set<Int> {
    var earlier: Set<Int> = []
    var rest = overwrites[edit]
    while let next = rest.popFirst() {
      if earlier.insert(next).inserted { rest.formUnion(overwrites[next]) }
    }
    return earlier
  }

  /// Returns whether an edit lost against one that was undone on a machine that didn't know the edit.
  ///
  /// A conflict ends when the value that won is changed, on whichever machine.
  private func isHidden(_ edit: Int, _ winners: [Int]) -> Bool {
    winners.contains { winner in
      overwrites[edit].contains { values[$0] == values[winner] }
        && !overwrites[winner].isSubset(of: overwrites[edit])
    }
  }

  /// A machine and the repository have exchanged all edits.
  mutating func sync(_ machine: Int) {
    let hub = known.count - 1
    for (field, edits) in known[machine] { known[hub][field, default: []].formUnion(edits) }
    known[machine] = known[hub]
  }

  /// Remembers the edits that a commit of the repository has.
  mutating func remember(_ commit: String) {
    commits.removeAll { $0.id == commit }
    commits.append((commit, known[known.count - 1]))
    commits = commits.suffix(12)
  }

  /// Replaces the newest commit of the repository by an earlier one, as a force-push does.
  mutating func reset(to commit: String) {
    guard let found = commits.first(where: { $0.id == commit }) else { return }
    known[known.count - 1] = found.known
  }

  /// Returns what is lost in the end.
  ///
  /// - Parameter conflicts: the values that a conflict names, by field.
  func losses(_ folder: Folder, _ conflicts: [Field: [JSONValue?]]) -> [String] {
    let records = folder.records
    var losses: [String] = []
    for id in created where records[id] == nil {
      if !deleted.contains(id) { losses.append("record \(id)") }
      losses += lostChanges(of: id).map { "\($0), as nobody who deleted the record knew" }
    }
    // Of two invoices with one number, a conflict has the other.
    let others = conflicts.filter { $0.key.key.isEmpty }.values.joined().compactMap { file in
      var invoice = file?.string.flatMap { try? JSONValue(parsing: $0) }?.object
      invoice?["number"] = nil
      return invoice
    }
    let present = folder.invoices.union(others)
    for invoice in invoices.subtracting(removedInvoices).subtracting(present) {
      losses.append("invoice \(invoice)")
    }
    losses += images.subtracting(removedImages).subtracting(folder.images).map { "image \($0)" }
    losses += lostTags(folder)
    for (field, edits) in known[known.count - 1] {
      let record = records[field.record] ?? folder.tags[field.record]
      guard !deleted.union(deletedTags).contains(field.record), let record else { continue }
      let edits = live(edits)
      if field.isLabel {
        // A label stays unless somebody removed it; a label that was removed may come back.
        let isAdded = edits.allSatisfy { values[$0] != nil }
        if isAdded, record.plain(field.key) == nil { losses.append("label \(field)") }
        continue
      }
      let current = { (value: JSONValue?) in
        field.key == "tagId" ? currentTag(value, in: folder) : value
      }
      let isSame = { (first: JSONValue?, second: JSONValue?) in
        first == second || field.key == "tagId" && areUnited(first, second)
      }
      let live = edits.map { current(values[$0]) }
      // A record keeps a tag that was deleted on one machine and made one with another tag by a sync.
      let deleted = field.key == "tagId" ? edits.flatMap { overwrites[$0].union([$0]) } : []
      let deletedTags = deleted.map { values[$0] }
      let value = current(field.key == "color" ? record.chosenColor : record.plain(field.key))
      let named = (conflicts[field] ?? []).map(current)
      // An invoice keeps its values against newer edits of machines that didn't know it, which are
      // conflicts then, even if the invoice is undone later.
      let areNamed = zip(edits, live).allSatisfy { edit, value in
        named.contains { isSame($0, value) } || isUnchanged(edit, of: field)
      }
      let isKept = billed.contains(field.record) && areNamed
      if !isKept, !(live + deletedTags).contains(where: { isSame(value, $0) }) {
        losses.append("\(field): has \(value as Any), edits \(live), conflicts \(named)")
      }
      for (edit, other) in zip(edits, live)
      where !([value] + named).contains(where: { isSame($0, other) })
        && !(isSame(value, values[edit]) || isUnchanged(edit, of: field))
        && !isHidden(edit, edits.filter { values[$0] == value })
      {
        losses.append("\(field): \(other as Any) is neither \(value as Any) nor in \(named)")
      }
    }
    return losses
  }

  /// Returns the edits of a deleted record that none of the machines that deleted it knew, and that
  /// gave a field a value that it hadn't had before.
  private func lostChanges(of id: String) -> [String] {
    let deletions = deletions[id] ?? []
    return edits.filter { $0.key.record == id }.flatMap { field, edits in
      let key = field.key
      return live(Set(edits.dropFirst())).filter { edit in
        let (value, old) = (values[edit], ancestors(of: edit).map { values[$0] })
        return !old.isEmpty
          && !(old + deletions.map { $0.record.plain(key) }).contains { other in
            other == value || key == "tagId" && areUnited(value, other)
          } && !deletions.contains { $0.known.contains(edit) }
      }.map { "\(key) of \(id) is \(values[$0] as Any)" }
    }
  }

  /// Returns the tags that are gone although nobody deleted them, and that didn't become one with
  /// another tag that had the same name and is still there or was deleted.
  private func lostTags(_ folder: Folder) -> [String] {
    let gone = tags.keys.filter { folder.tags[$0] == nil && !deletedTags.contains($0) }
    return gone.compactMap { id in
      let names = liveNames(id)
      let isUnited = tags.contains { other, known in
        other != id && !known.isDisjoint(with: names)
          && (folder.tags[other] != nil || deletedTags.contains(other))
      }
      return isUnited ? nil : "tag \(id): \(names)"
    }
  }

  /// Returns the keys of the names that nobody has overwritten.
  private func liveNames(_ tag: String) -> [String] {
    let edits = known[known.count - 1][Field(record: tag, key: "name")] ?? []
    return live(edits).compactMap { values[$0]?.string.map(TagName.key) }
  }

  /// Returns the tag that a record with a tag has now: a tag may become one with another, or be deleted.
  private func currentTag(_ value: JSONValue?, in folder: Folder) -> JSONValue? {
    guard let id = value?.string else { return nil }
    if let tag = folder.tag(id, named: liveNames(id)) { return .string(tag) }
    return deletedTags.contains(id) ? nil : value
  }

  /// Returns whether a record can have a tag although another one was chosen.
  ///
  /// A sync makes tags of one name one. Its records stay with it if it is renamed, and if it becomes one
  /// with a tag of its new name, although an edit brings the other tag back.
  private func areUnited(_ tag: JSONValue?, _ chosen: JSONValue?) -> Bool {
    guard let tag = tag?.string, let chosen = chosen?.string else { return false }
    var (names, rest) = (tags[chosen] ?? [], tags)
    while let next = rest.first(where: { !$0.value.isDisjoint(with: names) }) {
      if next.key == tag { return true }
      names.formUnion(next.value)
      rest[next.key] = nil
    }
    return false
  }

  var editCount: Int { values.count - edits.count }
}

extension JSONObject {
  /// The value of a field; that of a comment is the text without its labels, and that of a label is
  /// `true` or nil.
  fileprivate func plain(_ key: String) -> JSONValue? {
    if key.hasPrefix("#") { return labels.contains(key) ? true : nil }
    return key == "comment" ? self[key].flatMap(\.withoutLabels) : self[key]
  }

  /// The color of a tag if somebody chose it.
  fileprivate var chosenColor: JSONValue? {
    guard let color = self["color"]?.string, let name = self["name"]?.string,
      !TagColor.isDefault(color, for: name)
    else { return nil }
    return .string(color)
  }

  fileprivate var isBilled: Bool {
    Label.all(in: self["comment"]?.string).contains { $0.key == Label.billedKey }
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
