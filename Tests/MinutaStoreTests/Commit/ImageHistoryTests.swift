import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// Where images lie when their records come and go.
@Suite struct ImageHistoryTests {
  private static let trash = ".minuta.nosync/here/trash/"

  private let bench: ImageFixture
  private let record: TimeRecord

  init() throws {
    bench = try ImageFixture()
    record = bench.record(1)
    try bench.save(record)
  }

  private var image: String { "\(record.id.uuidString)_0.png" }
  private var place: String { "records/2026/11/\(image)" }

  @Test func `an image that was removed is not overwritten by the next that is`() async throws {
    for content in ["red", "blue"] {
      #expect(try await bench.attach(content, to: record) == image)
      try await bench.remove(image, from: record)
    }
    let folder = Self.trash + record.id.uuidString
    #expect(try bench.places(of: "red") == ["\(folder)/\(image)"])
    #expect(try bench.places(of: "blue") == ["\(folder)/2/\(image)"])
    try await bench.undo(.after(2))
    #expect(try bench.places(of: "red") == [place])
    #expect(try bench.places(of: "blue") == ["\(folder)/2/\(image)"])
    try await bench.undo(.lastUndone)
    #expect(try bench.images(of: record) == [])
    #expect(try bench.places(of: "red").count == 1)
    try await bench.undo(.entry(5))
    #expect(try bench.places(of: "blue") == [place])
  }

  @Test func `an image that was taken back is not overwritten by the next that is`() async throws {
    for content in ["red", "blue"] {
      try await bench.attach(content, to: record)
      try await bench.undo()
    }
    #expect(try bench.places(of: "red").count == 1)
    #expect(try bench.places(of: "blue").count == 1)
    try await bench.undo(.lastUndone)
    #expect(try bench.places(of: "blue") == [place])
    try await bench.undo()
    try await bench.undo(.entry(3))
    #expect(try bench.places(of: "red") == [place])
  }

  @Test func `what lies where an image is to lie goes into the trash`() async throws {
    try bench.folder.write("stranger", to: place)
    try await bench.attach("red", to: record)
    #expect(try bench.places(of: "red") == [place])
    #expect(try bench.places(of: "stranger").first?.hasPrefix(Self.trash) == true)
    try await bench.undo()
    #expect(try bench.places(of: "stranger").count == 1)
    #expect(try bench.places(of: "red").first?.hasPrefix(Self.trash) == true)
  }

  @Test func `an image stays with a record that undo leaves alone`() async throws {
    try await bench.attach("red", to: record)
    try bench.edit(bench.path(1), "\"images\"", "\"comment\": \"by hand\", \"images\"")
    try bench.save(bench.record(2))
    let undone = try await bench.undo(.after(1))
    #expect(!undone.undoConflicts.isEmpty)
    #expect(try bench.places(of: "red") == [place])
    #expect(try bench.images(of: record) == [image])
  }

  @Test func `an image comes back to where its record does`() async throws {
    let names = FileManager.default
    let root = bench.folder.path + "/records/2026/"
    try names.createDirectory(atPath: root + "10", withIntermediateDirectories: true)
    let name = StoreLayout.name(ofFile: bench.path(1))
    try names.moveItem(atPath: root + "11/" + name, toPath: root + "10/" + name)
    try await bench.attach("red", to: record)
    #expect(try bench.places(of: "red") == ["records/2026/10/\(image)"])
    try await bench.delete(record)
    try await bench.undo()
    #expect(try bench.places(of: "red") == [place])
    #expect(try bench.folder.content().keys.contains(bench.path(1)))
  }

  @Test func `an image goes with its record through several months taken back at once`()
    async throws
  {
    try await bench.attach("red", to: record)
    for month in [9, 11, 9] {
      var moved = record
      moved.startTime = bench.record(1, month: month).startTime
      moved.images = [image]
      try bench.store.write(
        ChangeOrigin(now: record.startTime, source: "test", intent: "Test")
      ) { [moved] in $0.save(moved) }
    }
    #expect(try bench.places(of: "red") == ["records/2026/09/\(image)"])
    try await bench.undo(.after(2))
    #expect(try bench.places(of: "red") == [place])
    try await bench.undo(.lastUndone)
    #expect(try bench.places(of: "red") == ["records/2026/09/\(image)"])
  }

  @Test func `a record that comes back has no image that another keeps`() async throws {
    let other = bench.record(2)
    try bench.save(other)
    let theirs = try await bench.attach("red", to: other)
    _ = try await bench.call { [record] in
      try $0.join(record.id, with: [other.id], as: nil)
    }
    #expect(try bench.images(of: record) == [theirs])
    try bench.edit(bench.path(1), "\"images\"", "\"comment\": \"by hand\", \"images\"")
    try await bench.undo()
    #expect(try bench.images(of: record) == [theirs])
    #expect(try bench.images(of: other) == [])
    #expect(try bench.places(of: "red").count == 1)
  }

  @Test func `an image that two records name stays where one of them goes`() async throws {
    try await bench.attach("red", to: record)
    let other = bench.record(2, images: [image])
    try bench.save(other)
    try await bench.delete(record)
    #expect(try bench.places(of: "red") == [place])
    try await bench.delete(other)
    #expect(try bench.places(of: "red").first?.hasPrefix(Self.trash) == true)
  }

  @Test func `the image of a record that somebody changed stays when its deletion is finished`()
    async throws
  {
    try await bench.attach("red", to: record)
    let text = try bench.folder.text(of: bench.path(1))
    try await bench.delete(record)
    let trashed = try #require(try bench.places(of: "red").first)
    let files = FileManager.default
    try files.moveItem(
      atPath: bench.folder.path + "/" + trashed,
      toPath: bench.folder.path + "/" + place
    )
    let journal = ".minuta.nosync/here/history-2026-11.jsonl"
    try bench.folder.write(String(bench.folder.text(of: journal).dropLast()), to: journal)
    try bench.folder.write(
      text.replacing("\"images\"", with: "\"mood\": 1, \"images\""),
      to: bench.path(1)
    )
    try bench.save(bench.record(2))
    #expect(try bench.images(of: record) == [image])
    #expect(try bench.places(of: "red") == [place])
  }

  @Test func `an entry with one fixed place for what was taken back is still read`() async throws {
    let without = try bench.folder.text(of: bench.path(1))
    try await bench.attach("red", to: record)
    let with = try bench.folder.text(of: bench.path(1))
    let old = Self.trash + place
    try bench.folder.write("red", to: old)
    try FileManager.default.removeItem(atPath: bench.folder.path + "/" + place)
    try bench.folder.write(without, to: bench.path(1))
    let entry = JournalEntry(
      sequence: 3,
      origin: ChangeOrigin(now: record.startTime, source: "test", intent: "Undo"),
      undoes: [2],
      idempotentResults: [],
      files: [FileChange(path: bench.path(1), before: with, after: without)],
      moves: [FileMove(from: place, to: old)]
    )
    let journal = ".minuta.nosync/here/history-2026-11.jsonl"
    let lines = try bench.folder.text(of: journal) + String(decoding: entry.line, as: UTF8.self)
    try bench.folder.write(lines + "\n", to: journal)
    try await bench.undo(.lastUndone)
    #expect(try bench.places(of: "red") == [place])
    #expect(try bench.images(of: record) == [image])
  }

  @Test func `files that differ in nothing a reader sees are different all the same`() {
    #expect("\u{e9}" == "e\u{301}")
    #expect(!("\u{e9}" as String?).isByteEqual(to: "e\u{301}"))
    #expect((nil as String?).isByteEqual(to: nil))
    #expect(!("" as String?).isByteEqual(to: nil))
  }

  @Test func `what is planned for a deeper folder is no name of this one`() throws {
    var reader = DirectoryReader(root: bench.folder.path)
    reader.overlay["a/b.json"] = .some("")
    reader.overlay["a/deep/c.json"] = .some("")
    #expect(try reader.names(in: "a") == ["b.json"])
  }
}
