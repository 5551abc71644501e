import Foundation
import IntentRPC

extension StorageManager {
  /// What tells that answers may have changed: something else is kept, or a day began; nil where
  /// the storage does not tell.
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
  /// Tells each time that a day begins; nothing waits once nobody listens.
  fileprivate func dayChanges(now: @escaping @Sendable () -> Date) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let waiting = Task {
        while !Task.isCancelled {
          let date = now()
          // Never for more than an hour, since the clock may be set meanwhile.
          let pause = min(3600, max(1, dayEnd(of: date).timeIntervalSince(date)))
          try? await Task.sleep(for: .seconds(pause))
          if day(of: now()) != day(of: date) { output.yield() }
        }
      }
      output.onTermination = { _ in waiting.cancel() }
    }
  }
}
