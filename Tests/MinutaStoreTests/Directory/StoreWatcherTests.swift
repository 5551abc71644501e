import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

@Suite(.timeLimit(.minutes(5))) struct StoreWatcherTests {
  private let folder: TemporaryDirectory
  private let root: String
  private let watch: StoreWatcher
  private static let file = "store/records/2026/11/2026-11-20_083000.json"

  init() throws {
    folder = try TemporaryDirectory()
    root = "\(folder.path)/store"
    watch = StoreWatcher(path: root, machine: "test")
  }

  /// Writes a record with another store, like another process.
  private func save(_ start: String = "2026-11-20T08:30:00Z", machine: String = "test") throws {
    let start = try #require(Timestamp.date(start))
    let origin = ChangeOrigin(now: start, source: "test", intent: "Test")
    try DirectoryStore(path: root, machine: machine).write(origin) { transaction in
      transaction.save(TimeRecord(id: UUID(), startTime: start, timeZone: "Europe/Zurich"))
    }
  }

  @Test func `writes of this and another machine are reported`() async throws {
    try save()
    let ticks = StreamElementCounter(try watch.changes())
    for machine in ["test", "other"] {
      try await ticks.wait(for: "a record by \(machine)") { try save(machine: machine) }
    }
  }

  @Test func `records in new months are reported`() async throws {
    try save()
    let ticks = StreamElementCounter(try watch.changes())
    for start in ["2026-12-01T08:00:00Z", "2026-12-02T08:00:00Z", "2027-01-01T08:00:00Z"] {
      try await ticks.wait(for: start) { try save(start) }
    }
  }

  @Test func `an editor's rename over a file is reported`() async throws {
    try folder.write("{}", to: Self.file)
    let ticks = StreamElementCounter(try watch.changes())
    try await ticks.wait(for: "a rename") {
      try folder.write("{ }", to: "\(Self.file)~")
      try Directory.rename("\(folder.path)/\(Self.file)~", to: "\(folder.path)/\(Self.file)")
    }
    try await ticks.wait(for: "a write in place") { try folder.write("{  }", to: Self.file) }
    try await ticks.wait(for: "a deletion") { try Directory.unlink("\(folder.path)/\(Self.file)") }
  }

  @Test(arguments: ["tags.json", "tags.sync-conflict-20261120.json"])
  func `changes of the tag list and its conflict copies are reported`(name: String) async throws {
    try Directory.make(root)
    let ticks = StreamElementCounter(try watch.changes())
    try await ticks.wait(for: name) { try folder.write("{}", to: "store/\(name)") }
  }

  @Test func `a whole month that appears at once is reported`() async throws {
    try save()
    let ticks = StreamElementCounter(try watch.changes())
    try await ticks.wait(for: "a folder that is made and filled") {
      for day in 10..<30 { try folder.write("{}", to: "store/records/2026/10/\(day).json") }
    }
    for day in 10..<30 { try folder.write("{}", to: "sync/2025/09/\(day).json") }
    try await ticks.wait(for: "a folder that is moved here") {
      try Directory.rename("\(folder.path)/sync/2025", to: "\(root)/records/2025")
    }
    try await ticks.wait(for: "a file in it") {
      try folder.write("{ }", to: "store/records/2025/09/10.json")
    }
    try await ticks.wait(for: "its removal") {
      try FileManager.default.removeItem(atPath: "\(root)/records/2025")
    }
  }

  @Test func `the creation of a missing store and its later changes are reported`() async throws {
    let watch = StoreWatcher(path: "\(folder.path)/a/b/store", machine: "test")
    let ticks = StreamElementCounter(try watch.changes())
    try await ticks.wait(for: "its first file") {
      try folder.write("{}", to: "a/b/store/tags.json")
    }
    try await ticks.wait(for: "a record") {
      try folder.write("{}", to: "a/b/store/records/2026/11/1.json")
    }
  }

  @Test func `a store that is deleted and created again is still watched`() async throws {
    try save()
    let ticks = StreamElementCounter(try watch.changes())
    try await ticks.wait(for: "its deletion") { try FileManager.default.removeItem(atPath: root) }
    try await ticks.wait(for: "its creation") { try save() }
    try await ticks.wait(for: "a record") { try save("2026-12-20T08:30:00Z") }
  }

  @Test func `a store that replaces another is reported and watched`() async throws {
    try save()
    try folder.write("{}", to: "other/tags.json")
    let ticks = StreamElementCounter(try watch.changes())
    try await ticks.wait(for: "the other") {
      try Directory.rename(root, to: "\(folder.path)/old")
      try Directory.rename("\(folder.path)/other", to: root)
    }
    try await ticks.wait(for: "its tags") { try folder.write("{ }", to: "store/tags.json") }
  }

  @Test func `continuous changes are reported while they go on`() async throws {
    try folder.write("{}", to: "store/tags.json")
    let ticks = StreamElementCounter(try watch.changes())
    let writing = Task {
      while !Task.isCancelled { try folder.write("{}", to: "store/tags.json") }
    }
    try await wait(for: "the tenth tick") { ticks.count >= 10 }
    writing.cancel()
    try await writing.value
  }

  @Test func `all listeners are notified, even after one of them ends`() async throws {
    try Directory.make(root)
    let ticks = [
      StreamElementCounter(try watch.changes()), StreamElementCounter(try watch.changes()),
    ]
    try await ticks[0].wait(for: "a change") { try folder.write("{}", to: "store/tags.json") }
    try await wait(for: "the other") { ticks[1].count > 0 }
    ticks[0].end()
    try await wait(for: "the end of one") { ticks[0].isEnded }
    try await ticks[1].wait(for: "a change") { try folder.write("{ }", to: "store/tags.json") }
  }

  @Test func `the watch starts with the first listener and ends with the last`() async throws {
    try Directory.make(root)
    #expect(try !isWatched())
    for _ in 0..<3 {
      let ticks = [
        StreamElementCounter(try watch.changes()), StreamElementCounter(try watch.changes()),
      ]
      #expect(try isWatched())
      for tick in ticks { tick.end() }
      try await wait(for: "the end of the watch") { try !isWatched() }
    }
  }

  /// Returns whether this process has a descriptor that watches the store.
  private func isWatched() throws -> Bool {
    let inode = String(try #require(try FileStatus.of(root)).inode, radix: 16)
    return (try Directory.names(in: "/proc/self/fdinfo") ?? []).contains { name in
      let file = try? FileDescriptor(opening: "/proc/self/fdinfo/\(name)", for: .reading)
      let bytes = (try? file?.readAll(limit: 1 << 20)) ?? []
      return String(decoding: bytes, as: UTF8.self).contains(" ino:\(inode) ")
    }
  }

  @Test(arguments: [
    ("tags.json", true), ("tags_conflict_1.json", true), ("tags (1).json", false),
    ("notes.json", false), ("x/tags.json", false),
    (".minuta.writelock.nosync", false), (".minuta-5.tmp", false), ("README.md", false),
    ("records/2026/11/a.json", true), ("records/a.json", true), ("records/2026/11/a.png", false),
    ("records/2026/11/.a.json", false), ("records/2026/11/.minuta-5.tmp", false),
    ("records/2026/11/a.json~", false), ("recordings/a.json", false),
    (".minuta.nosync/test/history-2026-11.jsonl", true),
    (".minuta.nosync/test/staged.json", false), (".minuta.nosync/test/trash/a.json", false),
    (".minuta.nosync/other/history-2026-11.jsonl", false),
  ])
  func `only files that affect queries are watched`(path: String, isWatched: Bool) {
    #expect(
      StoreWatchFilter(layout: MachineFileLayout(machine: "test")).includesFile(path) == isWatched
    )
  }

  @Test(arguments: [
    ("records", true), ("records/2026", true), ("records/2026/11/x", true),
    ("records/2026/11/x/y", false), ("records/.git", false), ("records/.x/11", false),
    ("records/a.json", false), (".git", false), ("recordings", false), (".minuta.nosync", true),
    (".minuta.nosync/test", true), (".minuta.nosync/other", false),
    (".minuta.nosync/test/trash", false),
  ])
  func `only folders with such files are watched`(path: String, isWatched: Bool) {
    #expect(
      StoreWatchFilter(layout: MachineFileLayout(machine: "test")).includesFolder(path) == isWatched
    )
  }
}
