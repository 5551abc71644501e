import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaStore

/// Merges of a record that an invoice bills on one side, of which the other side doesn't know.
struct BilledMergeTests {
  private static let id = UUID(uuidString: "5EC5ECD8-2D2E-40CD-9992-A8093023180F") ?? UUID()
  private static let end = "2026-11-20T10:00:00Z"

  /// An edit of the side without the invoice.
  struct Edit: Sendable, CustomTestStringConvertible {
    let key: String
    let value: JSONValue?
    var isConflict = true
    /// The comment of the merged record.
    var comment = "Plan #billed=2026-001"

    var testDescription: String { "\(key): \(value?.text() ?? "none")" }
  }

  private static let edits = [
    Edit(key: "startTime", value: "2026-11-20T08:00:00Z"),
    Edit(key: "startTime", value: "2026-10-31T08:00:00Z"),
    Edit(key: "endTime", value: "2026-11-20T18:00:00Z"), Edit(key: "endTime", value: nil),
    Edit(key: "tagId", value: "6EC5ECD8-2D2E-40CD-9992-A8093023180F"),
    Edit(key: "tagId", value: nil), Edit(key: "timeZone", value: "Asia/Tokyo"),
    Edit(key: "x", value: 2), Edit(key: "comment", value: "Draft"),
    Edit(key: "comment", value: "Plan #a", isConflict: false, comment: "Plan #billed=2026-001 #a"),
    Edit(key: "images", value: ["5EC5ECD8-2D2E-40CD-9992-A8093023180F_0.png"], isConflict: false),
  ]

  /// Returns a folder with the record, with a member changed.
  private func folder(_ key: String = "", _ value: JSONValue? = nil) -> FolderTexts {
    var members: JSONObject = [
      "endTime": .string(Self.end), "comment": "Plan", "x": 1, "timeZone": "Europe/Zurich",
      "tagId": "7EC5ECD8-2D2E-40CD-9992-A8093023180F",
    ]
    if !key.isEmpty { members[key] = value }
    let start = members["startTime"]?.string ?? "2026-11-20T09:00:00Z"
    return FolderTexts().with(Self.id, at: start, members)
  }

  /// Merges both ways and expects the same files.
  private func merge(
    _ base: FolderTexts,
    _ ours: FolderTexts,
    _ theirs: FolderTexts,
    isTheirsLater: Bool
  ) -> MergedFolder {
    let merged = MergedFolder(base, ours, theirs) { _ in isTheirsLater }
    #expect(merged == MergedFolder(base, theirs, ours) { _ in !isTheirsLater })
    return merged
  }

  @Test(arguments: edits, [false, true])
  func `the billed values stay, and the others are named`(edit: Edit, isLater: Bool) throws {
    var billed = folder("comment", "Plan #billed=2026-001")
    // An invoice that is unlocked bills its records as well.
    billed["invoices/2026-001.json"] = #"{"number":"2026-001","unlocked":true}"#
    let edited = folder(edit.key, edit.value)
    let merged = merge(folder(), billed, edited, isTheirsLater: isLater)
    var expected = try #require(billed.records[Self.id.text])
    expected["comment"] = .string(edit.comment)
    if !edit.isConflict, edit.key != "comment" { expected[edit.key] = edit.value }
    #expect(merged.records[Self.id.text].map { JSONObjectMerge.isSame($0, expected) } == true)
    let field = MergeField(.record(Self.id), edit.key)
    let conflict = MergeConflict(field, kept: expected[edit.key], other: edit.value)
    #expect(merged.conflicts == (edit.isConflict ? [conflict] : []))
  }

  @Test func `a record that was deleted without knowing of its invoice stays`() {
    let billed = folder("comment", "Plan #billed=2026-001")
    #expect(merge(folder(), billed, [:], isTheirsLater: true).files == billed)
  }

  @Test
  func `an invoice that was undone, and an edit of a billed record, replace the billed values`() {
    let billed = folder("comment", "Plan #billed=2026-001")
    for edited in [folder(), folder("endTime", "2026-11-20T18:00:00Z")] {
      #expect(merge(billed, billed, edited, isTheirsLater: false).files == edited)
    }
  }

  @Test(arguments: [false, true])
  func `of two invoices the earlier one has its values`(isLater: Bool) {
    let end = JSONValue.string("2026-11-20T18:00:00Z")
    let first = folder("comment", "Plan #billed=2026-001")
    var members = folder("comment", "Plan #billed=2026-002").records[Self.id.text] ?? [:]
    members["endTime"] = end
    let second = FolderTexts().with(Self.id, at: "2026-11-20T09:00:00Z", members)
    let merged = merge(folder(), first, second, isTheirsLater: isLater)
    let record = merged.records[Self.id.text]
    #expect(record?["endTime"] == (isLater ? .string(Self.end) : end))
    #expect(record?.invoice == (isLater ? "2026-001" : "2026-002"))
    #expect(merged.conflicts.map(\.field.key) == ["endTime"])
  }

  @Test(arguments: [false, true])
  func `a merge of single files leaves both versions for the sync to list`(isOurs: Bool) throws {
    let texts = [
      folder(), folder("comment", "Plan #billed=2026-001"),
      folder("endTime", "2026-11-20T18:00:00Z"),
    ].compactMap(\.values.first)
    let sides = isOurs ? [texts[1], texts[2]] : [texts[2], texts[1]]
    let merge = MergedText(base: texts[0], sides[0], sides[1])
    #expect(merge.isConflict)
    let path = "records/2026/11/2026-11-20_090000.json"
    let marked = try #require(MarkedFile(merge.text, at: path))
    #expect(marked.fields == [MergeField(.record(Self.id), "endTime")])
    let kept = try #require(DirectoryChecker.record(marked.text)?.json)
    #expect(kept["endTime"]?.string == Self.end)
    #expect(kept.invoice == "2026-001")
  }
}
