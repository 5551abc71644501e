import Foundation
import MinutaCore
import Testing

/// The rules for the history, for stored results, and for dry runs.
extension StoreContract {
  static let historyRules = [
    rule("an idempotency key has the result that was stored first or last with it") { store, _ in
      for number in 1...3 {
        let key = "key \(number)"
        #expect(try store.read { try $0.idempotentResult(forKey: key) } == nil)
        try store.change { transaction throws in
          transaction.save(IdempotentResult(key: key, call: "call", answer: "\(number)"))
          #expect(try transaction.idempotentResult(forKey: key)?.answer == "\(number)")
        }
        for _ in 0..<2 {
          #expect(try store.read { try $0.idempotentResult(forKey: key)?.answer } == "\(number)")
          #expect(try store.read { try $0.idempotentResult(forKey: "key 1")?.answer } == "1")
        }
      }
    },
    rule("the records that calls were about come newest first") { store, _ in
      let records = ["1", "2", "3"].map { record($0, at: 8) }
      try store.change { transaction in
        for record in records.prefix(2) {
          transaction.create(record)
          transaction.touch(record.id)
          transaction.endCall(origin("Create"))
        }
      }
      try store.change { transaction throws in
        transaction.create(records[2])
        transaction.touch(records[2].id)
        #expect(try touched(transaction) == ["3", "2", "1"])
      }
      #expect(try store.read { try touched($0) } == ["3", "2", "1"])
    },
    rule("the newest entry's number grows by one per call that changes something") { store, _ in
      try store.change { $0.create(record("1", at: 8)) }
      guard let last = try store.read({ $0.lastEntry }) else { return }
      try store.change { transaction in
        #expect(transaction.entry == nil)
        transaction.create(record("2", at: 9))
        #expect(transaction.entry == last + 1)
        transaction.endCall(origin("First"))
        transaction.endCall(origin("Nothing"))
        transaction.save(tag("Work"))
        #expect(transaction.entry == last + 2)
      }
      try store.change { _ in }
      #expect(try store.read { $0.lastEntry } == last + 2)
    },
    rule("the history has one entry per call, newest first") { store, conformer in
      if !conformer.hasHistory { return }
      let (first, second) = (record("1", at: 8), record("2", at: 9))
      try store.change("First") { $0.create(first) }
      try store.change("Third") { transaction in
        transaction.create(second)
        transaction.endCall(origin("Second"))
        transaction.deleteRecord(first.id)
      }
      try store.flush()
      try store.read { view in
        var entries: [HistoryEntry] = []
        try view.history {
          entries.append($0)
          return true
        }
        #expect(entries.map(\.origin.intent) == ["Third", "Second", "First"])
        #expect(entries.map(\.sequence) == (1...3).map { (entries.last?.sequence ?? 0) + 3 - $0 })
        #expect(entries.map { $0.records.first?.before?.entity } == [first, nil, nil])
        #expect(entries.map { $0.records.first?.after?.entity } == [nil, second, first])
        var count = 0
        try view.history { _ in
          count += 1
          return count < 2
        }
        #expect(count == 2)
        if let last = view.lastEntry { #expect(last == entries.first?.sequence) }
      }
    },
    rule("deleted records are in the trash until they are restored") { store, conformer in
      if !conformer.hasHistory { return }
      let records = [record("1", at: 8), record("2", at: 9)]
      try store.change { for record in records { $0.create(record) } }
      try store.change { for record in records.reversed() { $0.deleteRecord(record.id) } }
      try store.flush()
      let deleted = try store.read { try $0.deletedRecords() }
      #expect(deleted.map(\.entity) == records)
      try store.change { transaction throws in
        transaction.restore(deleted[0])
        #expect(try transaction.deletedRecords().map(\.entity) == [records[1]])
      }
      #expect(try store.all() == [records[0]])
      #expect(try store.read { try $0.deletedRecords() } == [deleted[1]])
    },
  ]

  private static func touched(_ view: any StoreSnapshot) throws -> [String] {
    var found: [String] = []
    try view.touchedRecords(undone: []) {
      found.append(String($0.uuidString.prefix(1)))
      return true
    }
    return found
  }

  static let dryRunRules = [
    rule("a dry run sees its own changes, and the original none of them") { store, _ in
      let old = record("1", at: 8)
      let kept = tag("Kept")
      try store.change {
        $0.create(old)
        $0.save(kept)
      }
      let before = try StoreQueryResults(store)
      let copy = store.dryRunCopy()
      #expect(try StoreQueryResults(copy) == before)
      let new = record("2", at: 9, lasting: nil)
      let tag = tag("New")
      try copy.change {
        $0.deleteRecord(old.id)
        $0.create(new)
        $0.save(tag)
        $0.save(IdempotentResult(key: "k", call: "call", answer: "planned"))
      }
      let planned = StoreQueryResults(records: [new], tags: [kept, tag])
      for isFlushed in [false, true] {
        if isFlushed { try copy.flush() }
        #expect(try StoreQueryResults(copy) == planned)
        #expect(try copy.read { try $0.idempotentResult(forKey: "k")?.answer } == "planned")
        #expect(try StoreQueryResults(store) == before)
        #expect(try StoreQueryResults(store.dryRunCopy()) == before)
      }
      let nested = copy.dryRunCopy()
      try nested.change { $0.deleteRecord(new.id) }
      #expect(try nested.all().isEmpty)
      #expect(try StoreQueryResults(copy) == planned)
      #expect(try store.read { try $0.idempotentResult(forKey: "k") } == nil)
    },
    rule("reads see a repair before it is written, and after it") { store, conformer in
      if !conformer.hasFiles { return }
      let new = record("1", at: 8)
      let text = """
        {"id": "\(new.id.uuidString)", "startTime": "\(Timestamp.text(new.startTime))",
         "endTime": "\(Timestamp.text(new.startTime + 3600))", "comment": "Record 1",
         "timeZone": "Europe/Zurich"}
        """
      let path = "records/2026/11/repaired.json"
      let file = StoreRepair.TextFileChange(path: path, before: nil, after: text)
      let repair = StoreRepair(of: path, texts: [file])
      try store.read { view throws in
        #expect(try view.canApply(repair))
        #expect(try view.repaired([repair]).record(new.id) == new)
        #expect(try view.record(new.id) == nil)
      }
      try store.change { transaction throws in
        transaction.repair([repair])
        #expect(try transaction.record(new.id) == new)
        transaction.discardCall()
        #expect(try transaction.record(new.id) == nil)
      }
      #expect(try store.all().isEmpty)
      try store.change { $0.repair([repair]) }
      #expect(try store.all() == [new])
      #expect(try store.dryRunCopy().all() == [new])
    },
  ]
}
