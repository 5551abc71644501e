import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct ImageHistoryTests {
  private static let trash = ".minuta.nosync/here/trash/"

  private let fixture: ImageFixture
  private let record: TimeRecord

  init() throws {
    fixture = try ImageFixture()
    record = fixture.record(1)
    try fixture.save(record)
  }

  private var image: String { "\(record.id.uuidString)_0.png" }
  private var place: String { "records/2026/11/\(image)" }

  @Test func `a removed image isn't overwritten in the trash by the next one`() async throws {
    for content in ["red", "blue"] {
      #expect(try await fixture.attach(content, to: record) == image)
      try await fixture.remove(image, from: record)
    }
    let folder = Self.trash + record.id.uuidString
    #expect(try fixture.paths(of: "red") == ["\(folder)/\(image)"])
    #expect(try fixture.paths(of: "blue") == ["\(folder)/2/\(image)"])
    try await fixture.undo(.after(2))
    #expect(try fixture.paths(of: "red") == [place])
    #expect(try fixture.paths(of: "blue") == ["\(folder)/2/\(image)"])
    try await fixture.undo(.lastUndone)
    #expect(try fixture.images(of: record) == [])
    #expect(try fixture.paths(of: "red").count == 1)
    try await fixture.undo(.entry(5))
    #expect(try fixture.paths(of: "blue") == [place])
  }

  @Test func `an image whose attachment was undone isn't overwritten by the next one`() async throws
  {
    for content in ["red", "blue"] {
      try await fixture.attach(content, to: record)
      try await fixture.undo()
    }
    #expect(try fixture.paths(of: "red").count == 1)
    #expect(try fixture.paths(of: "blue").count == 1)
    try await fixture.undo(.lastUndone)
    #expect(try fixture.paths(of: "blue") == [place])
    try await fixture.undo()
    try await fixture.undo(.entry(3))
    #expect(try fixture.paths(of: "red") == [place])
  }

  @Test func `a file with the name of a new image moves to the trash`() async throws {
    try fixture.folder.write("stranger", to: place)
    try await fixture.attach("red", to: record)
    #expect(try fixture.paths(of: "red") == [place])
    #expect(try fixture.paths(of: "stranger").first?.hasPrefix(Self.trash) == true)
    try await fixture.undo()
    #expect(try fixture.paths(of: "stranger").count == 1)
    #expect(try fixture.paths(of: "red").first?.hasPrefix(Self.trash) == true)
  }

  @Test func `an image stays with a record that undo skips`() async throws {
    try await fixture.attach("red", to: record)
    try fixture.edit(fixture.path(1), "\"images\"", "\"comment\": \"by hand\", \"images\"")
    try fixture.save(fixture.record(2))
    let undone = try await fixture.undo(.after(1))
    #expect(!undone.undoConflicts.isEmpty)
    #expect(try fixture.paths(of: "red") == [place])
    #expect(try fixture.images(of: record) == [image])
  }

  @Test func `a restored image is in the same directory as its record`() async throws {
    let names = FileManager.default
    let root = fixture.folder.path + "/records/2026/"
    try names.createDirectory(atPath: root + "10", withIntermediateDirectories: true)
    let name = StoreLayout.name(ofFile: fixture.path(1))
    try names.moveItem(atPath: root + "11/" + name, toPath: root + "10/" + name)
    try await fixture.attach("red", to: record)
    #expect(try fixture.paths(of: "red") == ["records/2026/10/\(image)"])
    try await fixture.delete(record)
    try await fixture.undo()
    #expect(try fixture.paths(of: "red") == [place])
    #expect(try fixture.folder.content().keys.contains(fixture.path(1)))
  }

  @Test func `an image follows its record when moves across months are undone together`()
    async throws
  {
    try await fixture.attach("red", to: record)
    for month in [9, 11, 9] {
      var moved = record
      moved.startTime = fixture.record(1, month: month).startTime
      moved.images = [image]
      try fixture.store.write(
        ChangeOrigin(now: record.startTime, source: "test", intent: "Test")
      ) { [moved] in $0.save(moved) }
    }
    #expect(try fixture.paths(of: "red") == ["records/2026/09/\(image)"])
    try await fixture.undo(.after(2))
    #expect(try fixture.paths(of: "red") == [place])
    try await fixture.undo(.lastUndone)
    #expect(try fixture.paths(of: "red") == ["records/2026/09/\(image)"])
  }

  @Test func `a restored record doesn't get back an image that another record kept`() async throws {
    let other = fixture.record(2)
    try fixture.save(other)
    let theirs = try await fixture.attach("red", to: other)
    _ = try await fixture.call { [record] in
      try $0.join(record.id, with: [other.id], as: nil)
    }
    #expect(try fixture.images(of: record) == [theirs])
    try fixture.edit(fixture.path(1), "\"images\"", "\"comment\": \"by hand\", \"images\"")
    try await fixture.undo()
    #expect(try fixture.images(of: record) == [theirs])
    #expect(try fixture.images(of: other) == [])
    #expect(try fixture.paths(of: "red").count == 1)
  }

  @Test func `an image of two records stays when one of them is deleted`() async throws {
    try await fixture.attach("red", to: record)
    let other = fixture.record(2, images: [image])
    try fixture.save(other)
    try await fixture.delete(record)
    #expect(try fixture.paths(of: "red") == [place])
    try await fixture.delete(other)
    #expect(try fixture.paths(of: "red").first?.hasPrefix(Self.trash) == true)
  }

  @Test func `the image of a deleted record stays if another program changed the record`()
    async throws
  {
    try await fixture.attach("red", to: record)
    let text = try fixture.folder.text(of: fixture.path(1))
    try await fixture.delete(record)
    let trashed = try #require(try fixture.paths(of: "red").first)
    let files = FileManager.default
    try files.moveItem(
      atPath: fixture.folder.path + "/" + trashed,
      toPath: fixture.folder.path + "/" + place
    )
    let journal = ".minuta.nosync/here/history-2026-11.jsonl"
    try fixture.folder.write(String(fixture.folder.text(of: journal).dropLast()), to: journal)
    try fixture.folder.write(
      text.replacing("\"images\"", with: "\"mood\": 1, \"images\""),
      to: fixture.path(1)
    )
    try fixture.save(fixture.record(2))
    #expect(try fixture.images(of: record) == [image])
    #expect(try fixture.paths(of: "red") == [place])
  }

  @Test func `entries with the former fixed trash path can still be undone`() async throws {
    let without = try fixture.folder.text(of: fixture.path(1))
    try await fixture.attach("red", to: record)
    let with = try fixture.folder.text(of: fixture.path(1))
    let old = Self.trash + place
    try fixture.folder.write("red", to: old)
    try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + place)
    try fixture.folder.write(without, to: fixture.path(1))
    let entry = JournalEntry(
      sequence: 3,
      origin: ChangeOrigin(now: record.startTime, source: "test", intent: "Undo"),
      undoes: [2],
      idempotentResults: [],
      files: [FileChange(path: fixture.path(1), before: with, after: without)],
      moves: [FileMove(from: place, to: old)]
    )
    let journal = ".minuta.nosync/here/history-2026-11.jsonl"
    let lines = try fixture.folder.text(of: journal) + String(decoding: entry.line, as: UTF8.self)
    try fixture.folder.write(lines + "\n", to: journal)
    try await fixture.undo(.lastUndone)
    #expect(try fixture.paths(of: "red") == [place])
    #expect(try fixture.images(of: record) == [image])
  }

  @Test func `texts are compared byte by byte, not by Unicode equivalence`() {
    #expect("\u{e9}" == "e\u{301}")
    #expect(!("\u{e9}" as String?).isByteEqual(to: "e\u{301}"))
    #expect((nil as String?).isByteEqual(to: nil))
    #expect(!("" as String?).isByteEqual(to: nil))
  }

  @Test func `overlaid files of a subdirectory aren't listed in its parent`() throws {
    var reader = DirectoryReader(root: fixture.folder.path)
    reader.overlay.write("", to: "a/b.json")
    reader.overlay.write("", to: "a/deep/c.json")
    #expect(try reader.names(in: "a") == ["b.json"])
  }
}
