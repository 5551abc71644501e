import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests which part of the history is dropped, and which files of the trash with it.
@Suite struct HistoryRetentionTests {
  static let machine = ".minuta.nosync/here"
  static let retention = HistoryRetention(days: 60, entryCount: 1)
  static let longRetention = HistoryRetention(days: 90, entryCount: 1)

  let folder: TemporaryDirectory
  let store: DirectoryStore
  let service: TimeTrackingService

  init() throws {
    folder = try TemporaryDirectory()
    store = DirectoryStore(path: folder.path, machine: "here")
    service = TimeTrackingService(store: store) { UUID() }
  }

  static func date(_ text: String) -> Date { Timestamp.date(text) ?? .distantPast }

  static func record(_ number: Int) -> TimeRecord {
    TimeRecord(
      id: UUID(uuidString: "\(10_000_000 + number)-1111-1111-1111-111111111111") ?? UUID(),
      startTime: date("2026-01-01T10:00:00Z").addingTimeInterval(Double(number) * 60),
      endTime: date("2026-01-02T10:00:00Z")
    )
  }

  /// Makes a call in the middle of a month of 2026.
  func call<Result: Sendable>(
    _ month: Int,
    _ intent: String = "Test",
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result {
    let now = Self.date("2026-\(month.padded(to: 2))-15T12:00:00Z")
    return try await service.write(ChangeOrigin(now: now, source: "test", intent: intent), body)
  }

  func create(_ numbers: Int..., in month: Int) throws {
    let now = Self.date("2026-\(month.padded(to: 2))-15T12:00:00Z")
    try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { transaction in
      for number in numbers { transaction.create(Self.record(number)) }
    }
  }

  func delete(_ number: Int, in month: Int) async throws {
    _ = try await call(month) { try $0.deleteRecord(Self.record(number).id) }
  }

  @discardableResult
  func undo(_ selection: UndoSelection, in month: Int) async throws -> UndoResult {
    let intent = selection == .lastUndone ? "Redo" : "Undo"
    return try await call(month, intent) {
      try $0.undo($0.undoPlan(selection, skipping: RangeSet(), within: nil))
    }
  }

  /// Drops all that is too old, in short turns, and returns the number of turns.
  @discardableResult
  func drop(
    _ retention: HistoryRetention = Self.retention,
    at now: String = "2026-06-20T12:00:00Z"
  ) throws -> Int {
    var turns = 0
    while try store.dropHistory(retention, at: Self.date(now), .short) == .dropped { turns += 1 }
    return turns
  }

  func files(_ prefix: String) throws -> [String] {
    try folder.content().filter { $0.value != nil && $0.key.hasPrefix("\(Self.machine)/\(prefix)") }
      .keys.map { String($0.dropFirst(Self.machine.count + 1)) }.sorted()
  }

  func months() throws -> [Int] {
    try files("history-").map { Int($0.dropFirst(13).prefix(2)) ?? 0 }
  }

  func entries() throws -> [Int] {
    var numbers: [Int] = []
    try store.read { view in
      try view.history { entry in
        numbers.append(entry.sequence)
        return true
      }
    }
    return numbers
  }

  @Test(arguments: [
    (90, 1, "2026-06-20T12:00:00Z", [3, 4, 5, 6]),
    (90, 4, "2026-06-20T12:00:00Z", [3, 4, 5, 6]),
    (90, 5, "2026-06-20T12:00:00Z", [2, 3, 4, 5, 6]),
    (90, 6, "2026-06-20T12:00:00Z", [1, 2, 3, 4, 5, 6]),
    (90, 1000, "2030-06-20T12:00:00Z", [1, 2, 3, 4, 5, 6]),
    (30, 1, "2026-06-20T12:00:00Z", [4, 5, 6]),
    (90, 1, "2030-01-01T00:00:00Z", [3, 4, 5, 6]),
    (30, 1, "2030-01-01T00:00:00Z", [4, 5, 6]),
    (90, 1, "2026-05-01T23:59:59Z", [1, 2, 3, 4, 5, 6]),
    (90, 1, "2026-05-02T00:00:00Z", [2, 3, 4, 5, 6]),
    (36_500, 1, "2030-01-01T00:00:00Z", [1, 2, 3, 4, 5, 6]),
  ])
  func `whole months that are too old are dropped`(
    days: Int,
    entryCount: Int,
    now: String,
    kept: [Int]
  ) throws {
    for month in 1...6 { try create(month, in: month) }
    let retention = HistoryRetention(days: days, entryCount: entryCount)
    let isExpired = try store.firstKeptMonth(retention, at: Self.date(now))
    #expect(isExpired == (kept.count == 6 ? nil : "2026-0\(kept[0])"))
    #expect(try drop(retention, at: now) == 6 - kept.count)
    #expect(try months() == kept)
    #expect(try store.firstKeptMonth(retention, at: Self.date(now)) == nil)
    #expect(try files("dropped-").isEmpty)
    try create(7, in: 6)
    #expect(try entries() == Array((kept[0]...7).reversed()))
  }

  @Test func `an entry's trash is dropped with it, but not that of later entries`() async throws {
    try create(1, 2, 3, 4, 5, in: 1)
    for number in [1, 5] {
      _ = try await call(1) {
        try $0.attachImage([UInt8(number)], .png, to: Self.record(number).id).file
      }
    }
    for number in [1, 2, 3] { try await delete(number, in: 1) }
    try await undo(.entry(5), in: 2)  // restores record 2
    try await undo(.entry(6), in: 2)  // restores record 3
    for month in 3...5 { try create(month + 10, in: month) }
    for number in [2, 4, 5] { try await delete(number, in: 6) }
    let id = { Self.record($0).id.uuidString }
    #expect(
      try files("trash/")
        == [
          "trash/\(id(1))/\(id(1))_0.png", "trash/\(id(1)).json", "trash/\(id(2)).json",
          "trash/\(id(4)).json", "trash/\(id(5))/\(id(5))_0.png", "trash/\(id(5)).json",
        ].sorted()
    )
    #expect(try drop(Self.longRetention) == 2)
    #expect(try months() == [3, 4, 5, 6])
    #expect(
      try files("trash/")
        == [
          "trash/\(id(2)).json", "trash/\(id(4)).json", "trash/\(id(5))/\(id(5))_0.png",
          "trash/\(id(5)).json",
        ].sorted()
    )
    let folders = try folder.content().keys
    #expect(!folders.contains("\(Self.machine)/trash/\(id(1))"))
    let deleted = try store.read { try $0.deletedRecords().map(\.entity.id.uuidString) }
    #expect(deleted == [2, 4, 5].map(id))
    try await undo(.last, in: 6)
    #expect(try store.read { try $0.record(Self.record(5).id)?.images } == ["\(id(5))_0.png"])
  }

  @Test func `a dropped entry can't be undone, and the message says so`() async throws {
    try create(1, in: 1)
    try await delete(1, in: 1)
    for month in 2...6 { try create(month, in: month) }
    try await undo(.entry(2), in: 6)
    try drop(Self.longRetention)
    #expect(try entries() == [8, 7, 6, 5, 4])
    for selection in [UndoSelection.entry(2), .entry(3), .after(0), .after(2)] {
      let sequence = if case .entry(let number) = selection { number } else { Int?.none }
      await #expect(
        throws: TrackingError.historyEntryNotFound(
          sequence ?? (selection == .after(0) ? 0 : 2),
          oldest: selection == .after(0) ? nil : 4
        )
      ) { try await undo(selection, in: 6) }
    }
    // The call that this would redo was dropped.
    await #expect(throws: TrackingError.historyEntryNotFound(2, oldest: 4)) {
      try await undo(.lastUndone, in: 6)
    }
    await #expect(throws: TrackingError.historyEntryNotFound(99, oldest: nil)) {
      try await undo(.entry(99), in: 6)
    }
    #expect(try await undo(.after(3), in: 6).count == 5)
    #expect(try store.read { try $0.record(Self.record(3).id) } == nil)
    #expect(try store.read { try $0.record(Self.record(2).id) } != nil)
  }

  @Test(arguments: 0...3)
  func `an interrupted drop is finished later`(steps: Int) async throws {
    try create(1, 2, in: 1)
    for number in [1, 2] { try await delete(number, in: 1) }
    for month in 2...5 { try create(month + 10, in: month) }
    let machine = "\(folder.path)/\(Self.machine)"
    let bytes = try Data(contentsOf: URL(filePath: "\(machine)/history-2026-01.jsonl"))
    let dropped = "\(machine)/dropped-2026-01.jsonl"
    let trash = [1, 2].map { "\(machine)/trash/\(Self.record($0).id.uuidString).json" }
    if steps > 0 { try Directory.rename("\(machine)/history-2026-01.jsonl", to: dropped) }
    if steps > 1 { try Directory.unlink(trash[1]) }
    if steps > 2 { try Directory.unlink(trash[0]) }
    // Until then, the store can be used.
    #expect(try entries().last == (steps == 0 ? 1 : 4))
    #expect(try store.read { try $0.deletedRecords() }.count == [2, 2, 1, 0][steps])
    #expect(try store.read { try $0.findings() }.isEmpty)
    try create(20, in: 5)
    try drop()
    #expect(try files("dropped-") + files("trash/") == [])
    #expect(try entries().last == 5)
    // A power loss can bring the dropped file back.
    try bytes.write(to: URL(filePath: dropped))
    #expect(try drop() == 1)
    #expect(try files("dropped-").isEmpty)
  }

  @Test func `nothing is dropped during a transaction of another process`() throws {
    for month in 1...5 { try create(month, in: month) }
    let name = "\(Self.machine)/history-2026-05.jsonl"
    let text = try folder.text(of: name)
    for tail in ["0123456789abcdef {", "x\n"] {
      try folder.write(text + tail, to: name)
      let now = Self.date("2026-06-20T12:00:00Z")
      #expect(try store.dropHistory(Self.retention, at: now, .short) == .busy)
      #expect(try folder.text(of: name) == text + tail)
    }
    try folder.write(text, to: name)
    let path = "\(folder.path)/\(StoreLayout.lock)"
    var turns: Int?
    if let lock = try FileLock.acquire(path, timeout: .zero) {
      turns = try lock.withLock { () throws -> Int in
        let now = Self.date("2026-06-20T12:00:00Z")
        #expect(try store.dropHistory(Self.retention, at: now, .idle) == .busy)
        return try drop()
      }
    }
    #expect(turns == 0)
    #expect(try drop() == 2)
  }

  @Test func `a short turn leaves the rest to the next one`() async throws {
    try store.write(ChangeOrigin(now: Self.date("2026-01-15T12:00:00Z"), source: "", intent: "")) {
      transaction in
      for number in 0..<250 { transaction.create(Self.record(number)) }
    }
    _ = try await call(1) { tracker in
      for number in 0..<250 { _ = try tracker.deleteRecord(Self.record(number).id) }
    }
    for month in 2...5 { try create(300 + month, in: month) }
    for left in [150, 50, 0, 0] {
      #expect(try files("trash/").count == (left == 150 ? 250 : left + 100) || left == 0)
      _ = try store.dropHistory(Self.retention, at: Self.date("2026-06-20T12:00:00Z"), .short)
      #expect(try files("trash/").count == left)
      #expect(try months() == (left == 0 ? months() : [2, 3, 4, 5]))
    }
    #expect(try files("dropped-").isEmpty)
  }

  @Test func `a large history isn't dropped in a short turn`() throws {
    for month in 1...5 { try create(month, in: month) }
    let name = "\(Self.machine)/history-2026-02.jsonl"
    let text = try folder.text(of: name)
    try folder.write(text + String(repeating: "\n", count: 5 << 20), to: name)
    #expect(try drop() == 0)
    let now = Self.date("2026-06-20T12:00:00Z")
    #expect(try store.dropHistory(Self.retention, at: now, .complete) == .dropped)
    #expect(try months() == [2, 3, 4, 5])
  }

  @Test func `a wrong clock doesn't drop history`() throws {
    for month in 1...4 { try create(month, in: month) }
    let later = Self.date("2036-01-15T12:00:00Z")
    try store.write(ChangeOrigin(now: later, source: "test", intent: "Test")) { transaction in
      transaction.create(Self.record(5))
    }
    #expect(try store.firstKeptMonth(Self.longRetention, at: later) == nil)
    #expect(try store.dropHistory(Self.longRetention, at: later, .complete) == .nothing)
    #expect(try entries() == [5, 4, 3, 2, 1])
  }

  @Test func `a month with large entries about the trash stays until a larger turn`() throws {
    for month in 1...5 { try create(month, in: month) }
    let name = "\(Self.machine)/history-2026-01.jsonl"
    let line = "/trash" + String(repeating: "x", count: 2 << 20) + "\n"
    try folder.write(line + folder.text(of: name), to: name)
    #expect(try drop() == 0)
    #expect(try months() == [1, 2, 3, 4, 5])
    let now = Self.date("2026-06-20T12:00:00Z")
    #expect(try store.dropHistory(Self.retention, at: now, .idle) == .dropped)
    #expect(try months() == [2, 3, 4, 5])
    #expect(try files("dropped-").isEmpty)
  }

  @Test func `an unfinished drop is reported`() throws {
    for month in 1...3 { try create(month, in: month) }
    let machine = "\(folder.path)/\(Self.machine)"
    try Directory.rename(
      "\(machine)/history-2026-01.jsonl",
      to: "\(machine)/dropped-2026-01.jsonl"
    )
    let now = Self.date("2026-03-20T12:00:00Z")
    #expect(try store.firstKeptMonth(Self.retention, at: now) == "2026-02")
    #expect(try drop() == 1)
    #expect(try store.firstKeptMonth(Self.retention, at: now) == nil)
  }

  @Test func `idempotency keys of the newest three files stay`() throws {
    let save = { (month: Int) in
      let now = Self.date("2026-\(month.padded(to: 2))-15T12:00:00Z")
      try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { transaction in
        transaction.save(IdempotentResult(key: "key \(month)", call: "call", answer: "{}"))
      }
    }
    let answer = { (month: Int) in
      try store.read { try $0.idempotentResult(forKey: "key \(month)")?.answer }
    }
    for month in 1...3 { try save(month) }
    #expect(try answer(1) == "{}")
    for month in 4...6 { try save(month) }
    let retention = HistoryRetention(days: 30, entryCount: 1)
    #expect(try drop(retention, at: "2030-01-01T00:00:00Z") == 3)
    // This process has found the keys before, and another one finds only those that are left.
    for month in 1...6 { #expect(try answer(month) == (month < 4 ? nil : "{}")) }
    let other = DirectoryStore(path: folder.path, machine: "here")
    #expect(try other.read { try $0.idempotentResult(forKey: "key 3") } == nil)
    #expect(try other.read { try $0.idempotentResult(forKey: "key 4") } != nil)
  }
}
