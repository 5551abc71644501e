import Synchronization
import SystemCalls

/// Does a great deal of work of one kind on several threads.
struct ConcurrentMapper {
  /// How many items one thread takes at once.
  let chunkSize: Int
  /// On how many threads at most.
  let threads: Int
  /// Told how many of how many are done, now and then and from any thread.
  var progress: (@Sendable (Int, Int) -> Void)?

  private struct MapState<Result: Sendable, Failure: Error> {
    var next = 0
    var done = 0
    var failure: Failure?
    var results: [[Result]]
  }

  /// Does the work.
  ///
  /// - Returns: What comes of each share, in their order.
  /// - Throws: One of the failures.
  func map<Item: Sendable, Result: Sendable, Failure: Error>(
    _ items: [Item],
    _ work: @Sendable (ArraySlice<Item>) throws(Failure) -> [Result]
  ) throws(Failure) -> [Result] {
    if items.count <= chunkSize { return try work(items[...]) }
    let shares = (items.count + chunkSize - 1) / chunkSize
    let state = Mutex(MapState<Result, Failure>(results: Array(repeating: [], count: shares)))
    SystemThread.run(on: min(shares, threads)) {
      while let number = Self.takeShare(shares, state) {
        let bounds = number * chunkSize..<min(items.count, (number + 1) * chunkSize)
        do throws(Failure) {
          let results = try work(items[bounds])
          let done = state.withLock { state in
            state.results[number] = results
            state.done += bounds.count
            return state.done
          }
          progress?(done, items.count)
        } catch {
          state.withLock { $0.failure = error }
        }
      }
    }
    let (failure, results) = state.withLock { ($0.failure, $0.results) }
    if let failure { throw failure }
    return results.flatMap { $0 }
  }

  private static func takeShare<Result, Failure>(
    _ shares: Int,
    _ state: borrowing Mutex<MapState<Result, Failure>>
  ) -> Int? {
    state.withLock { state in
      guard state.next < shares, state.failure == nil else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }
}
