import Synchronization
import SystemCalls

/// Maps over a large array in parallel, in chunks.
struct ConcurrentMapper {
  /// The number of items that a thread processes at a time.
  let chunkSize: Int
  /// The maximum number of threads that work at the same time.
  let threads: Int
  /// Called now and then from any thread, with the numbers of completed items and of all items.
  var progress: (@Sendable (Int, Int) -> Void)?

  private struct MapState<Result: Sendable, Failure: Error> {
    var next = 0
    var done = 0
    var failure: Failure?
    var results: [[Result]]
  }

  /// Applies a closure to all chunks.
  ///
  /// - Returns: the results, in the order of the items.
  /// - Throws: the error of one of the chunks.
  func map<Item: Sendable, Result: Sendable, Failure: Error>(
    _ items: [Item],
    _ work: @Sendable (ArraySlice<Item>) throws(Failure) -> [Result]
  ) throws(Failure) -> [Result] {
    if items.count <= chunkSize { return try work(items[...]) }
    let chunks = (items.count + chunkSize - 1) / chunkSize
    let state = Mutex(MapState<Result, Failure>(results: Array(repeating: [], count: chunks)))
    SystemThread.run(on: min(chunks, threads)) {
      while let number = Self.nextChunk(chunks, state) {
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

  private static func nextChunk<Result, Failure>(
    _ chunks: Int,
    _ state: borrowing Mutex<MapState<Result, Failure>>
  ) -> Int? {
    state.withLock { state in
      guard state.next < chunks, state.failure == nil else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }
}
