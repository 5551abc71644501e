/// A list of calls that saves memory: a call that only saves one record is stored compactly.
struct CompactCallChangesList {
  private enum Entry {
    case record(TimeRecord, isNew: Bool, isTouched: Bool, ChangeOrigin)
    indirect case other(CallChanges)
  }

  private var entries: [Entry] = []

  mutating func append(_ call: CallChanges) {
    let origin = call.origin.withoutStep
    if let (record, isNew) = call.changes.onlyRecord {
      let isTouched = !call.changes.touchedRecords.isEmpty
      entries.append(.record(record, isNew: isNew, isTouched: isTouched, origin))
    } else {
      entries.append(.other(CallChanges(origin: origin, changes: call.changes)))
    }
  }

  /// All calls in order.
  ///
  /// Their origins don't include the positions in a batch.
  var all: [CallChanges] {
    entries.map { entry in
      switch entry {
      case .record(let record, let isNew, let isTouched, let origin):
        var changes = StoreChanges()
        if isNew { changes.create(record) } else { changes.save(record) }
        if isTouched { changes.touch(record.id) }
        return CallChanges(origin: origin, changes: changes)
      case .other(let call): return call
      }
    }
  }
}

extension ChangeOrigin {
  fileprivate var withoutStep: ChangeOrigin {
    ChangeOrigin(now: now, source: source, intent: intent, run: run)
  }
}

extension StoreChanges {
  /// The record that these changes save, or nil if they change anything else.
  fileprivate var onlyRecord: (record: TimeRecord, isNew: Bool)? {
    let isAll =
      records.count == 1 && tags.isEmpty && deletedTags.isEmpty && images.isEmpty
      && movedImages.isEmpty && texts.isEmpty && undoes.isEmpty && idempotentResults.isEmpty
      && repairs.isEmpty && decisions.isEmpty && incoming.isEmpty
    guard isAll, case (let id, let record?)? = records.first,
      touchedRecords.allSatisfy({ $0 == id })
    else { return nil }
    return (record, createdRecords.contains(id))
  }
}
