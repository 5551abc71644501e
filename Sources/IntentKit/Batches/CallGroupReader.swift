/// Reads the remaining calls of a batch in groups that can be committed together.
struct CallGroupReader {
  private var reader: any BatchReader
  private let options: BatchOptions
  private let check: BatchValidation?
  private var last: BatchCall?
  /// The number of calls read.
  private var count = 0
  /// The number of those calls that were skipped.
  private(set) var skipped = 0

  init(_ reader: any BatchReader, _ options: BatchOptions, after check: BatchValidation?) {
    self.reader = reader
    self.options = options
    self.check = check
  }

  /// Returns the calls that are available without waiting, at least one.
  mutating func next() throws -> CallGroup {
    var calls: [CallGroup.IndexedCall] = []
    do {
      while calls.isEmpty || reader.hasBufferedCall {
        guard let call = try reader.next() else {
          try check?.verifyEnd(count, endingWith: last)
          return CallGroup(steps: calls, stopReason: .end)
        }
        let index = count
        count += 1
        last = call
        try check?.verify(count, endingWith: call)
        if index < options.skippedCount, !options.retriedIndices.contains(index) {
          skipped += 1
        } else {
          calls.append(CallGroup.IndexedCall(index: index, call: call))
        }
        // End the group at a checkpoint, so that only verified calls run.
        if count.isMultiple(of: BatchValidation.checkpointInterval), !calls.isEmpty { break }
      }
      return CallGroup(steps: calls, stopReason: nil)
    } catch let invalid as InvalidCallError where check == nil {
      count += 1
      return CallGroup(steps: calls, stopReason: .invalidCall(invalid.outcome, index: count - 1))
    } catch {
      return CallGroup(steps: check == nil ? calls : [], stopReason: .problem(error))
    }
  }
}

/// A group of calls to run together.
struct CallGroup {
  struct IndexedCall {
    let index: Int
    let call: BatchCall
  }

  enum StopReason {
    /// The batch has no more calls.
    case end
    /// The next element isn't a valid call.
    case invalidCall(Outcome, index: Int)
    /// The next call can't be read, or differs from the validated one.
    case problem(any Error)
  }

  let steps: [IndexedCall]
  /// The reason the group ends the batch; nil if there may be more groups.
  let stopReason: StopReason?
}
