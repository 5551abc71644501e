/// Reads the calls that are still to be done, as many as are committed at once.
struct CallGroups {
  private var reader: any CallReader
  private let options: BatchOptions
  private let check: BatchCheck?
  private var last: BatchCall?
  /// How many calls have been read.
  private var count = 0
  /// How many of them are passed over.
  private(set) var skipped = 0

  init(_ reader: any CallReader, _ options: BatchOptions, after check: BatchCheck?) {
    self.reader = reader
    self.options = options
    self.check = check
  }

  /// The calls that are at hand.
  mutating func next() throws -> CallGroup {
    var calls: [CallGroup.Step] = []
    do {
      while calls.isEmpty || reader.isNextAtHand {
        guard let call = try reader.next() else {
          try check?.verifyEnd(count, endingWith: last)
          return CallGroup(steps: calls, ending: .end)
        }
        let index = count
        count += 1
        last = call
        try check?.verify(count, endingWith: call)
        if index < options.skipped, !options.retried.contains(index) {
          skipped += 1
        } else {
          calls.append(CallGroup.Step(index: index, call: call))
        }
        // What is done together is what has been found to be as it was checked.
        if count.isMultiple(of: BatchCheck.stride), !calls.isEmpty { break }
      }
      return CallGroup(steps: calls, ending: nil)
    } catch let unusable as UnusableCall where check == nil {
      count += 1
      return CallGroup(steps: calls, ending: .unusable(unusable.outcome, index: count - 1))
    } catch {
      return CallGroup(steps: check == nil ? calls : [], ending: .problem(error))
    }
  }
}

/// Calls that are done together.
struct CallGroup {
  struct Step {
    let index: Int
    let call: BatchCall
  }

  enum Ending {
    /// There are no more.
    case end
    /// What comes next is no call.
    case unusable(Outcome, index: Int)
    /// What comes next cannot be read, or is not what was checked.
    case problem(any Error)
  }

  let steps: [Step]
  /// Nil where more may come.
  let ending: Ending?
}
