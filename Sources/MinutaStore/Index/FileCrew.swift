import Dispatch
import Foundation
import Synchronization
import SystemCalls

/// Reads many files at once, on several threads.
struct FileCrew {
  let root: String
  /// Told how many of how many files have been read, now and then and from any thread.
  let progress: (@Sendable (Int, Int) -> Void)?

  /// The files that one thread takes at once.
  private static let share = 256

  private struct State {
    var next = 0
    var done = 0
    var failure: SystemError?
    var readings: [[FileReading]]
  }

  /// Reads files.
  ///
  /// - Returns: What each holds, in their order.
  /// - Throws: Where the system could not do its work.
  func read(_ paths: [String]) throws(SystemError) -> [FileReading] {
    if paths.count <= Self.share { return try read(paths[...]) }
    let shares = (paths.count + Self.share - 1) / Self.share
    let state = Mutex(State(readings: Array(repeating: [], count: shares)))
    let crew = min(shares, max(2, min(8, ProcessInfo.processInfo.activeProcessorCount)))
    DispatchQueue.concurrentPerform(iterations: crew) { _ in
      while let share = Self.takeShare(shares, state) {
        let bounds = share * Self.share..<min(paths.count, (share + 1) * Self.share)
        do throws(SystemError) {
          let readings = try read(paths[bounds])
          let done = state.withLock { state in
            state.readings[share] = readings
            state.done += readings.count
            return state.done
          }
          progress?(done, paths.count)
        } catch {
          state.withLock { $0.failure = error }
        }
      }
    }
    let (failure, readings) = state.withLock { ($0.failure, $0.readings) }
    if let failure { throw failure }
    return readings.flatMap { $0 }
  }

  private static func takeShare(_ shares: Int, _ state: borrowing Mutex<State>) -> Int? {
    state.withLock { state in
      guard state.next < shares, state.failure == nil else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func read(_ paths: ArraySlice<String>) throws(SystemError) -> [FileReading] {
    let files = try RecordFiles(root)
    var readings: [FileReading] = []
    readings.reserveCapacity(paths.count)
    for path in paths { readings.append(try files.read(path)) }
    return readings
  }
}
