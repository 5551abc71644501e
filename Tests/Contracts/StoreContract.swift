import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

/// The rules that every `RecordStore` keeps.
package enum StoreContract {
  package static let rules = contentRules + historyRules + dryRunRules

  static func rule(
    _ description: String,
    _ body: @escaping @Sendable (any RecordStore, StoreConformer) throws -> Void
  ) -> ContractRule<StoreConformer> {
    ContractRule(description) { conformer in try conformer.withStore { try body($0, conformer) } }
  }

  struct Refusal: Error {}

  static let day = StoreQueryResults.day
  static let all = TimeRange(timeZone: .gmt)

  static func origin(_ intent: String) -> ChangeOrigin {
    ChangeOrigin(now: day, source: "test", intent: intent)
  }

  /// Returns a record whose id begins with the given digit, and which starts at an hour of the day.
  static func record(_ digit: Character, at hour: Double, lasting hours: Double? = 1) -> TimeRecord
  {
    let start = day - 86_400 + hour * 3600
    return TimeRecord(
      id: UUID(uuidString: "\(digit)0000000-0000-4000-8000-000000000000") ?? UUID(),
      startTime: start,
      endTime: hours.map { start + $0 * 3600 },
      comment: "Record \(digit)",
      timeZone: "Europe/Zurich"
    )
  }

  static func tag(_ name: String) -> MinutaCore.Tag {
    MinutaCore.Tag(id: UUID(), name: name, createdAt: day)
  }

  // MARK: Records and tags

  private static let contentRules = [
    rule("a new store is empty") { store, _ in
      #expect(try StoreQueryResults(store) == StoreQueryResults(records: [], tags: []))
      try store.read { view in
        #expect(try view.record(UUID()) == nil)
        #expect(try view.records(withPrefix: "A").isEmpty)
        #expect(try view.idempotentResult(forKey: "k") == nil)
        #expect(try view.deletedRecords().isEmpty)
        try view.history { _ in
          Issue.record("There is a history.")
          return false
        }
      }
    },
    rule("a write that throws changes nothing") { store, _ in
      let old = record("1", at: 8)
      try store.change { $0.create(old) }
      let before = try StoreQueryResults(store)
      #expect(throws: Refusal.self) {
        try store.change { transaction in
          transaction.create(record("2", at: 9))
          transaction.save(tag("Work"))
          transaction.endCall(origin("First"))
          transaction.deleteRecord(old.id)
          throw Refusal()
        }
      }
      #expect(try StoreQueryResults(store) == before)
    },
    rule("a discarded call isn't written") { store, _ in
      try store.change { transaction throws in
        transaction.create(record("1", at: 8))
        transaction.endCall(origin("First"))
        transaction.create(record("2", at: 9))
        transaction.discardCall()
        #expect(try transaction.record(record("2", at: 9).id) == nil)
        transaction.create(record("3", at: 10))
      }
      #expect(try store.all() == [record("1", at: 8), record("3", at: 10)])
    },
    rule("records come in the order of their start, then of their id") { store, _ in
      let records = [
        record("1", at: 8), record("2", at: 8), record("F", at: 8, lasting: nil),
        record("0", at: 9),
      ]
      try store.change { for record in records.reversed() { $0.create(record) } }
      #expect(try store.all() == records)
    },
    rule("a tag that changes keeps its place, and a deleted one loses it") { store, _ in
      var tags = ["A", "B", "C", "D"].map(tag)
      try store.change { for tag in tags.prefix(2) { $0.save(tag) } }
      tags[0].name = "Renamed"
      try store.change { $0.save(tags[0]) }
      try store.change { transaction throws in
        for tag in tags.suffix(2) { transaction.save(tag) }
        tags[2].name = "Renamed too"
        transaction.save(tags[2])
        #expect(try transaction.tags().tags == tags)
      }
      #expect(try store.read { try $0.tags().tags } == tags)
      try store.change { $0.deleteTag(tags[1].id) }
      #expect(try store.read { try $0.tags().tags } == [tags[0], tags[2], tags[3]])
    },
    rule("a range has the records that overlap it, but not those that only touch it") { store, _ in
      let records = [
        record("1", at: 1, lasting: 5), record("2", at: 8), record("3", at: 9, lasting: 0),
        record("4", at: 10, lasting: nil), record("5", at: 200, lasting: nil),
      ]
      try store.change { for record in records { $0.create(record) } }
      for (from, to) in [
        (8.0, 9.0), (9, 10), (8.5, 8.6), (9, 9), (0, 1), (6, 8), (0, 300), (11, 12), (10, 10.5),
      ] {
        let hours = [from, to].map { day - 86_400 + $0 * 3600 }
        for range in [
          TimeRange(from: hours[0], to: hours[1], timeZone: .gmt),
          TimeRange(from: hours[0], timeZone: .gmt), TimeRange(to: hours[1], timeZone: .gmt),
        ] {
          let found = try store.read { try $0.records(in: range, now: day + 60) }
          #expect(found == records.filter { range.overlaps($0, now: day + 60) }, "\(range)")
        }
      }
    },
    rule("a prefix of the id finds records, without hyphens and at any length") { store, _ in
      let records = ["A", "B"].map { record($0, at: 8) }
      try store.change { for record in records { $0.create(record) } }
      for length in [1, 8, 9, 12, 13, 32] {
        let digits = records[1].id.uuidString.filter { $0 != "-" }
        let found = try store.read { try $0.records(withPrefix: String(digits.prefix(length))) }
        #expect(found == [records[1]], "\(length)")
      }
      #expect(try store.read { try $0.records(withPrefix: "") } == records)
      #expect(try store.read { try $0.records(withPrefix: "A1") }.isEmpty)
    },
    rule("a read sees one state although another write commits meanwhile") { store, _ in
      try store.change { $0.create(record("1", at: 8)) }
      var isFirst = true
      let counts = try store.read { view in
        let before = try view.records(in: all, now: day).count
        if isFirst { try store.change { $0.create(record("2", at: 9)) } }
        isFirst = false
        var rows = 0
        try view.rows(in: all, now: day, columns: [], checking: .months)
          .forEachBlock { rows += $0.count }
        return [before, try view.records(in: all, now: day).count, rows]
      }
      #expect(Set(counts).count == 1)
      #expect(try store.all().count == 2)
    },
    rule("random writes have the expected results, during the write and after it") { store, _ in
      var writes = RandomWrites()
      for step in 0..<15 { try writes.perform(on: store, step) }
    },
  ]
}

extension RecordStore {
  func change(_ intent: String = "Test", _ body: (inout StoreTransaction) throws -> Void) throws {
    try write(StoreContract.origin(intent), body)
  }

  func all() throws -> [TimeRecord] {
    try read { try $0.records(in: StoreContract.all, now: StoreContract.day) }
  }
}

/// Random writes of several calls, and the content that a store then has.
private struct RandomWrites {
  private var random = SeededGenerator(seed: 1)
  private var records: [UUID: TimeRecord] = [:]
  private var tags: [MinutaCore.Tag] = []

  private var expected: StoreQueryResults {
    StoreQueryResults(records: Array(records.values), tags: tags)
  }

  mutating func perform(on store: any RecordStore, _ step: Int) throws {
    let isRefused = Int.random(in: 0..<5, using: &random) == 0
    // A store may call the closure more than once, so each call starts from the same state.
    let start = self
    var end = start
    do {
      try store.change { transaction in
        end = start
        for _ in 0..<Int.random(in: 1...4, using: &end.random) {
          try end.performCall(in: &transaction)
          try #require(try StoreQueryResults(transaction) == end.expected, "in step \(step)")
        }
        if isRefused { throw StoreContract.Refusal() }
      }
      self = end
    } catch is StoreContract.Refusal {
      random = end.random
    }
    try #require(try StoreQueryResults(store) == expected, "after step \(step)")
  }

  private mutating func performCall(in transaction: inout StoreTransaction) throws {
    let before = (records, tags)
    for _ in 0..<Int.random(in: 0...3, using: &random) { change(&transaction) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      transaction.discardCall()
      (records, tags) = before
    } else {
      transaction.endCall(StoreContract.origin("Call"))
    }
  }

  private mutating func change(_ transaction: inout StoreTransaction) {
    let old = records.values.sorted(by: TimeRecord.isBefore).randomElement(using: &random)
    switch (Int.random(in: 0..<10, using: &random), old) {
    case (0, let old?):
      transaction.deleteRecord(old.id)
      records[old.id] = nil
    case (1...2, var old?):
      old.startTime -= Double(Int.random(in: 0...4_000_000, using: &random))
      old.endTime = Bool.random(using: &random) ? nil : old.startTime + 60
      old.comment = Bool.random(using: &random) ? nil : "changed"
      transaction.save(old)
      records[old.id] = old
    case (3, _):
      let tag = StoreContract.tag("Tag \(tags.count)")
      transaction.save(tag)
      tags.append(tag)
    case (4, _) where tags.count > 3:
      transaction.deleteTag(tags.remove(at: 1).id)
    case (4...5, _) where !tags.isEmpty:
      let place = tags.indices.randomElement(using: &random) ?? 0
      tags[place].name += " renamed"
      transaction.save(tags[place])
    default:
      let start = StoreContract.day - Double(Int.random(in: 0...400_000, using: &random))
      let record = TimeRecord(
        id: UUID(),
        startTime: start,
        endTime: Int.random(in: 0..<5, using: &random) == 0 ? nil : start + 3600,
        tagId: tags.randomElement(using: &random)?.id
      )
      transaction.create(record)
      records[record.id] = record
    }
  }
}
