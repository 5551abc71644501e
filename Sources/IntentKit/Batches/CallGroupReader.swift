/// Reads the calls that are still to be done, as many as are committed at once.
struct CallGroupReader {
  private var reader: any BatchReader
  private let options: BatchOptions
  private let check: BatchValidation?
  private var last: BatchCall?
  /// How many calls have been read.
  private var count = 0
  /// How many of them are passed over.
  private(set) var skipped = 0

  init(_ reader: any BatchReader, _ options: BatchOptions, after check: BatchValidation?) {
    self.reader = reader
    self.options = options
    self.check = check
  }

  /// The calls that are at hand.
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
        // What is done together is what has been found to be as it was checked.
        if count.isMultiple(of: BatchValidation.checkpointInterval), !calls.isEmpty { break }
      }
      return CallGroup(steps: calls, stopReason: nil)
    } catch let unusable as InvalidCallError where check == nil {
      count += 1
      return CallGroup(steps: calls, stopReason: .invalidCall(unusable.outcome, index: count - 1))
    } catch {
      return CallGroup(steps: check == nil ? calls : [], stopReason: .problem(error))
    }
  }
}

/// Calls that are done together.
struct CallGroup {
  struct IndexedCall {
    let index: Int
    let call: BatchCall
  }

  enum StopReason {
    /// There are no more.
    case end
    /// What comes next is no call.
    case invalidCall(Outcome, index: Int)
    /// What comes next cannot be read, or is not what was checked.
    case problem(any Error)
  }

  let steps: [IndexedCall]
  /// Nil where more may come.
  let stopReason: StopReason?
}
