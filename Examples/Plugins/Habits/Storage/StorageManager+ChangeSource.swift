import Foundation
import IntentRPC

extension StorageManager {
  /// Returns a stream that yields when results may have changed: the data changed, or a day began.
  ///
  /// Nil if the storage can't be watched.
  func changeSource(
    in calendar: DayCalendar,
    now: @escaping @Sendable () -> Date
  ) -> ChangeSource? {
    guard let changes else { return nil }
    return ChangeSource(now: now, timeZone: calendar.timeZone) {
      do throws(HabitsError) {
        return .merging([try changes(), calendar.dayChanges(now: now)])
      } catch {
        throw error.outcomeError
      }
    }
  }
}

extension DayCalendar {
  /// Yields at the start of each day, until the stream is released.
  fileprivate func dayChanges(now: @escaping @Sendable () -> Date) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let waiting = Task {
        while !Task.isCancelled {
          let date = now()
          // Waits at most an hour, because the clock may be set in the meantime.
          let pause = min(3600, max(1, dayEnd(of: date).timeIntervalSince(date)))
          try? await Task.sleep(for: .seconds(pause))
          if day(of: now()) != day(of: date) { output.yield() }
        }
      }
      output.onTermination = { _ in waiting.cancel() }
    }
  }
}
