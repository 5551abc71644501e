import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// Merges random histories of two machines.
struct RandomMergeTests {
  @Test(arguments: 0..<8)
  func `random histories merge alike both ways and lose nothing`(part: UInt64) throws {
    for seed in part * 250..<(part + 1) * 250 {
      var random = SeededGenerator(seed: seed)
      var history = RandomHistory()
      for _ in 0..<Int.random(in: 0...12, using: &random) { history.edit(&random, machine: 0) }
      let base = history
      var (ours, theirs) = (base, base)
      for _ in 0..<Int.random(in: 0...8, using: &random) { ours.edit(&random, machine: 1) }
      for _ in 0..<Int.random(in: 0...8, using: &random) { theirs.edit(&random, machine: 2) }
      let salt = Int.random(in: 0...9, using: &random)
      let isTheirsLater = { @Sendable (field: MergeField) in
        ("\(field)".utf8.reduce(salt) { ($0 &* 31 &+ Int($1)) & 0xFFFF }).isMultiple(of: 2)
      }
      let merged = MergedFolder(base.files, ours.files, theirs.files, isTheirsLater: isTheirsLater)
      let swapped = MergedFolder(base.files, theirs.files, ours.files) { !isTheirsLater($0) }
      try #require(merged == swapped, "seed \(seed)")
      try check(merged, base.files, ours.files, theirs.files, "seed \(seed)")
      // A machine that has the merge already gets nothing new from it.
      let again = MergedFolder(ours.files, ours.files, merged.files)
      try #require(again.files == merged.files, "seed \(seed)")
    }
  }

  private func check(
    _ merged: MergedFolder,
    _ base: FolderTexts,
    _ ours: FolderTexts,
    _ theirs: FolderTexts,
    _ comment: Comment
  ) throws {
    let sides = [base.records, ours.records, theirs.records]
    let count = merged.files.keys.count { $0.hasPrefix("records/") && $0.hasSuffix(".json") }
    try #require(count == merged.records.count, comment)
    for id in Set(sides.flatMap(\.keys)) {
      let versions = sides.map { $0[id] }
      let isDeleted = versions[1] == nil && versions[2] == nil
      let isUnedited = versions[0] != nil && versions[1...].contains { $0 == versions[0] }
      let isGone = isDeleted || (isUnedited && versions[1...].contains { $0 == nil })
      try #require((merged.records[id] == nil) == isGone, comment)
      guard let record = merged.records[id], let first = versions[1], let second = versions[2]
      else {
        continue
      }
      for key in Set(first.keys + second.keys) where key != "tagId" && key != "comment" {
        let expected =
          first[key] == versions[0]?[key]
          ? second[key]
          : second[key] == versions[0]?[key]
            ? first[key] : nil
        let isNamed = merged.conflicts.contains {
          $0.field == MergeField(.record(UUID(uuidString: id) ?? UUID()), key)
        }
        try #require(record[key] == expected || isNamed || first[key] == second[key], comment)
      }
    }
    let tags = merged.files.tags
    for record in merged.records.values {
      if let tag = record["tagId"]?.string { try #require(tags[tag] != nil, comment) }
    }
    // Names are unique unless a side had two tags of one name.
    try #require(Set(tags.values.compactMap { $0["name"]?.string }).count == tags.count, comment)
  }
}

/// The folder of a machine that makes random edits.
private struct RandomHistory {
  var files = FolderTexts()
  private static let names = ["Work", "Home", "Email", "Plan"]

  mutating func edit(_ random: inout SeededGenerator, machine: Int) {
    let tags = files.tags.keys.sorted()
    let records = files.keys.filter { $0.hasPrefix("records/") }.sorted()
    let record = records.randomElement(using: &random)
    switch (Int.random(in: 0..<9, using: &random), record) {
    case (0, _):
      let used = Set(files.tags.values.compactMap { $0["name"]?.string })
      guard let name = Self.names.first(where: { !used.contains($0) }) else { return }
      var list = files["tags.json"].flatMap { try? JSONValue(parsing: $0) }?["tags"]?.array ?? []
      list.append([
        "id": .string(id(&random)), "name": .string(name), "color": "#8C5EA2", "isArchived": false,
        "createdAt": .string("2026-11-2\(Int.random(in: 0...9, using: &random))T08:30:00Z"),
      ])
      files["tags.json"] = JSONValue.object(["tags": .array(list)]).text(.indented)
    case (1, let path?): files[path] = nil
    case (2, let path?):
      let start = Int.random(in: 0..<3, using: &random)
      change(path, "startTime", .string("2026-11-20T08:30:0\(start)Z"))
    case (3, let path?): change(path, "comment", .string("Text \(random.next() % 5)"))
    case (4, let path?): change(path, "endTime", .string("2026-11-21T08:30:0\(random.next() % 9)Z"))
    case (5, let path?): change(path, "x", .number(JSONNumber(Int(random.next() % 5))))
    case (6, let path?):
      if let tag = tags.randomElement(using: &random) { change(path, "tagId", .string(tag)) }
    default:
      let json: JSONObject = [
        "id": .string(id(&random)),
        "startTime": .string("2026-11-20T08:30:0\(random.next() % 3)Z"),
        "machine": .number(JSONNumber(machine)),
      ]
      put(json)
    }
  }

  private mutating func change(_ path: String, _ key: String, _ value: JSONValue) {
    guard var json = files[path].flatMap({ try? JSONValue(parsing: $0) })?.object else { return }
    json[key] = value
    if key != "startTime" { return files[path] = JSONValue.object(json).text(.indented) }
    files[path] = nil
    put(json)
  }

  /// Writes a record to the first free path, as the store does.
  private mutating func put(_ json: JSONObject) {
    guard let stored = try? StoredRecord(json: .object(json)) else { return }
    let folder = StoreLayout.folder(of: stored.record)
    let paths = StoreLayout.names(of: stored.record).map { "\(folder)/\($0)" }
    guard let path = paths.first(where: { files[$0] == nil }) else { return }
    files[path] = JSONValue.object(json).text(.indented)
  }

  private func id(_ random: inout SeededGenerator) -> String {
    let digits = String(random.next() % 0x1_0000_0000, radix: 16).uppercased()
    return "\(String(repeating: "0", count: 8 - digits.count))\(digits)-2D2E-40CD-9992-A8093023180F"
  }
}
