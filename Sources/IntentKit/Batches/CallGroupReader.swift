/// Reads the calls of a batch, except those to skip, in groups that can be committed together.
struct CallGroupReader {
  private var reader: any BatchReader
  private let options: BatchOptions
  private let check: BatchValidationResult?
  private var last: BatchCall?
  /// The number of calls read so far, including skipped ones.
  private var count = 0
  /// The number of calls skipped so far because of `BatchOptions.skippedCount`.
  private(set) var skipped = 0

  init(_ reader: any BatchReader, _ options: BatchOptions, after check: BatchValidationResult?) {
    self.reader = reader
    self.options = options
    self.check = check
  }

  /// Returns the next group: all calls that are available without waiting for input.
  ///
  /// If none is available, waits for one.
  mutating func next() throws -> CallGroup {
    var calls: [CallGroup.IndexedCall] = []
    do {
      while calls.isEmpty || reader.hasBufferedCall {
        guard var call = try reader.next() else {
          try check?.verifyEnd(count, endingWith: last)
          return CallGroup(steps: calls, stopReason: .end)
        }
        let index = count
        count += 1
        call.position?.isLast = count == check?.summary.calls
        last = call
        try check?.verify(count, endingWith: call)
        if index < options.skippedCount, !options.retriedIndices.contains(index) {
          skipped += 1
        } else {
          calls.append(CallGroup.IndexedCall(index: index, call: call))
        }
        // Calls are verified only at checkpoints, so a group ends there.
        if count.isMultiple(of: BatchValidationResult.checkpointInterval), !calls.isEmpty { break }
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
    /// The next call can't be read, or it changed after validation.
    case problem(any Error)
  }

  let steps: [IndexedCall]
  /// The reason that no further group can be read; nil if the batch may have more groups.
  let stopReason: StopReason?
}
