import Foundation
import IntentRPC

extension StorageManager {
  /// Returns a source of notifications that results may have changed: the data changed, or a day
  /// began.
  ///
  /// Returns nil if the storage can't be watched.
  func changeSource(
    in calendar: DayCalendar,
    now: @escaping @Sendable () -> Date
  ) -> ChangeEventSource? {
    guard let changes else { return nil }
    return ChangeEventSource(now: now, timeZone: calendar.timeZone) {
      [try changes(), calendar.dayChanges(now: now)]
    }
  }
}

extension DayCalendar {
  /// Returns a stream that yields at the start of each day, until it is released.
  fileprivate func dayChanges(now: @escaping @Sendable () -> Date) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let waiting = Task {
        while !Task.isCancelled {
          let date = now()
          // Waits at most an hour before it checks the clock again, because the clock may be set
          // meanwhile.
          let pause = min(3600, max(1, dayEnd(of: date).timeIntervalSince(date)))
          try? await Task.sleep(for: .seconds(pause))
          if day(of: now()) != day(of: date) { output.yield() }
        }
      }
      output.onTermination = { _ in waiting.cancel() }
    }
  }
}
