import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaStore

/// Merges two versions of a folder that begin with one record or two tags.
struct DirectoryMergeTests {
  private let id = UUID(uuidString: "5EC5ECD8-2D2E-40CD-9992-A8093023180F") ?? UUID()
  private let other = UUID(uuidString: "6EC5ECD8-2D2E-40CD-9992-A8093023180F") ?? UUID()
  private let path = "records/2026/11/2026-11-20_083000.json"

  /// Merges both ways and expects the same files.
  private func merge(
    _ base: FolderTexts,
    _ ours: FolderTexts,
    _ theirs: FolderTexts,
    isTheirsLater: Bool = false
  ) -> MergedFolder {
    let merged = MergedFolder(base, ours, theirs) { _ in isTheirsLater }
    #expect(merged == MergedFolder(base, theirs, ours) { _ in !isTheirsLater })
    return merged
  }

  @Test(arguments: [false, true])
  func `of two edits of one field the later one wins and the other is named`(theirsLater: Bool) {
    let base = FolderTexts().with(id, ["comment": "Plan"])
    let ours = FolderTexts().with(id, ["comment": "Ours"])
    let theirs = FolderTexts().with(id, ["comment": "Theirs"])
    let merged = merge(base, ours, theirs, isTheirsLater: theirsLater)
    let (kept, lost): (JSONValue, JSONValue) =
      theirsLater ? ("Theirs", "Ours") : ("Ours", "Theirs")
    #expect(merged.records[id.text]?["comment"] == kept)
    let field = MergeField(.record(id), "comment")
    #expect(merged.conflicts == [MergeConflict(field, kept: kept, other: lost)])
  }

  @Test func `an edit counts more than a deletion, and a deletion more than no change`() {
    let base = FolderTexts().with(id, ["comment": "Plan"])
    let edited = FolderTexts().with(id, ["comment": "Release"])
    #expect(merge(base, [:], edited).files == edited)
    #expect(merge(base, [:], base).files == [:])
  }

  @Test func `a start after the end of the other side takes both times from the later side`() {
    let base = FolderTexts().with(id, ["endTime": "2026-11-20T09:00:00Z"])
    let moved = FolderTexts().with(
      id,
      at: "2026-11-20T11:00:00Z",
      ["endTime": "2026-11-20T12:00:00Z"]
    )
    let ended = FolderTexts().with(id, ["endTime": "2026-11-20T09:30:00Z"])
    let merged = merge(base, ended, moved)
    #expect(merged.files == ended)
    #expect(merged.conflicts.contains { $0.field.key == "endTime" })
  }

  @Test func `two records that began in the same second get a file each`() {
    let ours = FolderTexts().with(id)
    let theirs = FolderTexts().with(other)
    let merged = merge([:], ours, theirs)
    #expect(
      merged.files
        == ours.merging(theirs.mapValues { $0 }) { first, _ in first }
        .merging(
          FolderTexts().with(other, path: "records/2026/11/2026-11-20_083000_6EC5ECD8.json")
        ) { $1 }
    )
  }

  @Test func `two new tags of one name become the older one, and the records follow`() {
    let ours = FolderTexts().with(tags: [(id, "Work", 9)]).with(
      UUID(),
      ["tagId": .string(id.text)]
    )
    let theirs = FolderTexts().with(tags: [(other, "Work", 8)]).with(
      UUID(),
      at: "2026-11-20T10:00:00Z",
      ["tagId": .string(other.text)]
    )
    let merged = merge([:], ours, theirs)
    #expect(Array(merged.files.tags.keys) == [other.text])
    #expect(merged.records.count == 2)
    #expect(merged.records.values.allSatisfy { $0["tagId"]?.string == other.text })
  }

  @Test(arguments: [false, true])
  func `of the colors of two new tags of one name the later one stays and the other is named`(
    theirsLater: Bool
  ) {
    let ours = FolderTexts().with(tags: [(id, "Work", 9)], color: "#111111")
    let theirs = FolderTexts().with(tags: [(other, "Work", 8)], color: "#222222")
    let merged = merge([:], ours, theirs, isTheirsLater: theirsLater)
    let (kept, lost): (JSONValue, JSONValue) =
      theirsLater ? ("#222222", "#111111") : ("#111111", "#222222")
    #expect(merged.files.tags[other.text]?["color"] == kept)
    let conflict = MergeConflict(
      MergeField(.tag(other), "color"),
      kept: kept,
      other: lost,
      otherTag: theirsLater ? id : nil
    )
    #expect(merged.conflicts == [conflict])
  }

  @Test func `tags that become one are no conflict of their records`() {
    let record = UUID()
    let sides = [(id, 9), (other, 8)].map { tag, hour in
      FolderTexts().with(tags: [(tag, "Work", hour)]).with(record, ["tagId": .string(tag.text)])
    }
    let merged = merge([:], sides[0], sides[1])
    #expect(merged.records[record.text]?["tagId"]?.string == other.text)
    #expect(merged.conflicts.isEmpty)
  }

  @Test func `new tags whose names differ only in case become one`() {
    let ours = FolderTexts().with(tags: [(id, "Email", 8)])
    let theirs = FolderTexts().with(tags: [(other, "email", 9)])
    #expect(Array(merge([:], ours, theirs).files.tags.keys) == [id.text])
  }

  @Test func `a tag that got the name of a new one stays, and the new one's records follow`() {
    let base = FolderTexts().with(tags: [(id, "Work", 9)])
    let ours = FolderTexts().with(tags: [(id, "Job", 9)])
    let theirs = FolderTexts().with(tags: [(id, "Work", 9), (other, "job", 8)]).with(
      UUID(),
      ["tagId": .string(other.text)]
    )
    let merged = merge(base, ours, theirs)
    #expect(merged.files.tags.mapValues { $0["name"] } == [id.text: "Job"])
    #expect(merged.records.values.allSatisfy { $0["tagId"]?.string == id.text })
  }

  @Test func `a default color follows the name and is no conflict`() {
    let folders = ["Work", "Play", "Home"].map { name in
      FolderTexts().with(tags: [(id, name, 8)], color: TagColor.hex(for: name))
    }
    let merged = merge(folders[0], folders[1], folders[2])
    #expect(merged.conflicts.map(\.field.key) == ["name"])
    #expect(merged.files == folders[1])
    let chosen = FolderTexts().with(tags: [(id, "Work", 8)], color: "#010203")
    let colored = merge(folders[0], folders[1], chosen, isTheirsLater: true)
    #expect(colored.conflicts.isEmpty)
    #expect(colored.files.tags[id.text]?["color"] == "#010203")
    #expect(colored.files.tags[id.text]?["name"] == "Play")
  }

  @Test func `a tag that one side deleted stays if the other side has used it since`() {
    let base = FolderTexts().with(tags: [(id, "Work", 8), (other, "Home", 9)])
    let deleted = FolderTexts().with(tags: [(other, "Home", 9)])
    let used = base.with(UUID(), ["tagId": .string(id.text)])
    #expect(merge(base, deleted, used).files.tags.count == 2)
    #expect(merge(base, deleted, base).files.tags.count == 1)
  }

  @Test func `records of a tag that was replaced elsewhere get the tag of the same name`() {
    let base = FolderTexts().with(tags: [(id, "Work", 8)])
    let replaced = FolderTexts().with(tags: [(other, "Work", 7)])
    let used = base.with(UUID(), ["tagId": .string(id.text)])
    let merged = merge(base, replaced, used)
    #expect(Array(merged.files.tags.keys) == [other.text])
    #expect(merged.records.values.allSatisfy { $0["tagId"]?.string == other.text })
  }

  @Test(arguments: [nil, "", "{", "{}", "[]"])
  func `a side without a usable list of tags deletes no tag`(text: String?) {
    let base = FolderTexts().with(tags: [(id, "Work", 8)])
    let edited = FolderTexts().with(tags: [(id, "Play", 8), (other, "Home", 9)])
    var damaged = base
    damaged["tags.json"] = text
    #expect(merge(base, damaged, edited).files == edited)
    #expect(merge(base, damaged, base).files == base)
    #expect(merge(damaged, base, edited).files.tags.count == 2)
    damaged = damaged.with(UUID(), ["tagId": .string(id.text)])
    #expect(merge(base, damaged, base).files.tags == base.tags)
    #expect(merge(base, damaged, damaged).files.tags == base.tags)
  }

  @Test(arguments: [
    ("Plan", "Plan #a", "Plan #b", "Plan #a #b", false),
    ("Plan #a", "Plan", "Release #a", "Release", false),
    ("Plan", "Ours #a", "Theirs #b", "Ours #a #b", true),
    ("Plan #a=1", "Plan #a=1 #c", "Plan #a=2", "Plan #c #a=2", false),
  ])
  func `labels of both sides are united`(
    base: String,
    ours: String,
    theirs: String,
    expected: String,
    isConflict: Bool
  ) {
    let merge = CommentMerge(ours, theirs, base: base, isTheirsLater: false)
    #expect(Set(Label.all(in: merge.comment)) == Set(Label.all(in: expected)))
    #expect(merge.comment?.prefix(4) == expected.prefix(4))
    #expect(merge.isConflict == isConflict)
  }

  @Test func `images of both sides are united and follow their record`() {
    let folder = "records/2026/11"
    let image = "\(id.text)_0.png"
    let base = FolderTexts().with(id)
    var ours = FolderTexts().with(id, ["images": [.string(image)]])
    ours["\(folder)/\(image)"] = "first"
    var theirs = FolderTexts().with(id, at: "2026-12-01T07:00:00Z", ["images": [.string(image)]])
    theirs["records/2026/12/\(image)"] = "second"
    let merged = merge(base, ours, theirs)
    #expect(merged.files["records/2026/12/\(image)"] == "first")
    #expect(merged.files["records/2026/12/\(id.text)_1.png"] == "second")
    #expect(merged.files["\(folder)/\(image)"] == nil)
    #expect(merged.records[id.text]?["images"]?.array?.count == 2)
  }

  /// The contents of a record's images by the number in their names: in the common ancestor, on both
  /// sides, and in the merge.
  private static let images:
    [(base: [Int: String], [Int: String], [Int: String], merged: Set<String>)] = [
      ([:], [0: "x"], [0: "y"], ["x", "y"]),
      ([:], [0: "x"], [0: "x"], ["x"]),
      ([:], [0: "x", 1: "y"], [0: "y"], ["x", "y"]),
      ([0: "x"], [0: "y"], [:], ["y"]),
      ([0: "x"], [:], [0: "x"], []),
      ([0: "x"], [0: "y"], [0: "z"], ["y", "z"]),
      ([0: "x"], [0: "x", 1: "y"], [0: "z"], ["y", "z"]),
      ([0: "x"], [0: "y", 1: "x"], [:], ["y"]),
      ([0: "x"], [0: "y", 1: "x"], [0: "x", 1: "z"], ["x", "y", "z"]),
      ([0: "x", 1: "y"], [0: "y"], [0: "x"], []),
      ([0: "x", 1: "x"], [0: "x"], [0: "x", 1: "x", 2: "y"], ["x", "y"]),
    ]

  @Test(arguments: images)
  func `an image is known by its content, whatever its name`(
    base: [Int: String],
    first: [Int: String],
    second: [Int: String],
    merged: Set<String>
  ) {
    for start in ["2026-11-20T08:30:00Z", "2026-12-20T08:30:00Z"] {
      let (base, first) = (folder(base), folder(first))
      let result = merge(base, first, folder(second, at: start, "Release"))
      let names = result.records[id.text]?["images"]?.array?.compactMap(\.string) ?? []
      let files = result.files.filter { $0.key.hasSuffix(".png") }
      #expect(Set(files.values) == merged)
      #expect(files.count == names.count && names.count == merged.count)
      #expect(
        Set(files.keys.compactMap { $0.split(separator: "/").last.map(String.init) }) == Set(names)
      )
      #expect(result.conflicts.isEmpty)
    }
  }

  @Test func `an image that is missing on one side isn't removed`() {
    let (base, edited) = (folder([0: "x"]), folder([0: "x"], "Release"))
    var damaged = base
    damaged["records/2026/11/\(id.text)_0.png"] = nil
    #expect(merge(base, damaged, edited).files == edited)
  }

  /// Returns a folder with a record that has some images.
  private func folder(
    _ images: [Int: String],
    at start: String = "2026-11-20T08:30:00Z",
    _ comment: String = "Plan"
  ) -> FolderTexts {
    let names = images.keys.sorted().map { "\(id.text)_\($0).png" }
    var folder = FolderTexts().with(
      id,
      at: start,
      ["comment": .string(comment), "images": .array(names.map { .string($0) })]
    )
    let month = start.prefix(7).replacing("-", with: "/")
    for (number, text) in images { folder["records/\(month)/\(id.text)_\(number).png"] = text }
    return folder
  }

  @Test func `the image of a record that only one side deleted stays with the edit`() {
    let image = "\(id.text)_0.png"
    var base = FolderTexts().with(id, ["images": [.string(image)]])
    base["records/2026/11/\(image)"] = "image"
    var edited = base.with(id, ["images": [.string(image)], "comment": "Release"])
    #expect(merge(base, [:], edited).files == edited)
    edited["records/2026/11/\(image)"] = "other"
    #expect(merge(base, base, edited).files == edited)
  }

  @Test func `a file that isn't a record any more doesn't delete the record`() {
    let base = FolderTexts().with(id, ["comment": "Plan"])
    let edited = FolderTexts().with(id, ["comment": "Release"])
    #expect(merge(base, [path: "{"], edited).files == edited)
    #expect(merge(base, [path: "{"], base).files == [path: "{"])
  }

  @Test func `a conflict copy doesn't stand for a record that moved`() {
    let copy = "records/2026/11/2026-11-20_083000_conflict_12.json"
    let base = FolderTexts().with(id, ["comment": "Plan"])
    let ours = FolderTexts().with(id, ["comment": "Plan #a"])
    let moved = FolderTexts().with(id, at: "2026-12-20T08:30:00Z", ["comment": "Plan #b"])
    let theirs = moved.with(id, ["comment": "Plan #c"], path: copy)
    let merged = merge(base, ours, theirs)
    #expect(merged.files.keys.sorted() == [copy, moved.keys.first ?? ""])
    let text = merged.files[moved.keys.first ?? ""]
    #expect(text?.contains("#a") == true && text?.contains("#b") == true)
    #expect(merged.files[copy] == theirs[copy])
  }

  @Test func `records that both sides made from a damaged file are merged by field`() {
    let base = [path: #"{"comment": "Plan"}"#]
    let ours = FolderTexts().with(id, ["comment": "Plan #a"])
    let theirs = FolderTexts().with(id, ["comment": "Plan #b", "x": 1])
    let record = merge(base, ours, theirs).records[id.text]
    #expect(Set(Label.all(in: record?["comment"]?.string)) == [Label("a"), Label("b")])
    #expect(record?["x"] == 1)
    #expect(merge(base, [:], theirs).files == theirs)
  }
}
