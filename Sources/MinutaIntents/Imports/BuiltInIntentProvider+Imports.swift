import Foundation
import IntentKit
import MinutaCore
import MinutaExport

extension BuiltInIntentProvider {
  /// A record to import, its origin, and its call after the `before` hooks; nil if no hooks wait.
  typealias ImportStep = (request: RecordImportRequest, origin: ChangeOrigin, call: ValidatedCall?)

  /// Returns the times of the records in a range; nil for those of no records.
  func recordedTimes(
    in range: Range<Date>?,
    now: Date
  ) async throws(Failure) -> RecordedTimes {
    guard let range else { return RecordedTimes() }
    let times = TimeRange(from: range.lowerBound, to: range.upperBound, timeZone: .gmt)
    do {
      return try await tracking.read(now: now) { tracker in
        var recorded = RecordedTimes()
        try tracker.transaction.rows(in: times, now: tracker.now, columns: [], checking: .months)
          .forEachBlock { rows in
            for row in rows { recorded.append(from: row.start, to: row.end) }
          }
        return recorded
      }
    } catch {
      throw failure(error, ImportRecordIntent.id, now)
    }
  }

  /// Imports records in one transaction.
  ///
  /// - Returns: the results of the records up to the first failure, which is the last result.
  /// - Throws: `Failure` if nothing could be committed.
  func importRecords(
    _ steps: [ImportStep],
    collectsEvents: Bool
  ) async throws(Failure) -> [Result<(RecordImportResult, [IntentEvent]), Failure>] {
    guard let last = steps.last else { return [] }
    let now = last.origin.now
    do {
      return try await tracking.write(last.origin) { tracker in
        var results: [Result<(RecordImportResult, [IntentEvent]), Failure>] = []
        tracker.now = now
        tracker.billedRecordAccess = .unlockedAndUnknown
        for step in steps {
          do {
            let result = try tracker.importRecord(try request(of: step, tracker))
            // Imported records may overlap others.
            _ = try tracker.resolveOverlaps(.allow)
            let options = RecordResultOptions(now: now, timeZone: days.timeZone)
            let events = collectsEvents ? try tracker.pendingChanges().events(options) : []
            results.append(.success((result, events)))
          } catch {
            tracker.discardCall()
            return results + [.failure(failure(error, ImportRecordIntent.id, now))]
          }
          tracker.endCall(step.origin)
        }
        return results
      }
    } catch {
      throw failure(error, ImportRecordIntent.id, now)
    }
  }

  /// Returns the request of a step, with a reference to its tag.
  private func request(
    of step: ImportStep,
    _ tracker: TimeTracker
  ) throws -> RecordImportRequest {
    if let call = step.call {
      return try ImportRecordIntent(call.values, try resolver(for: call, tracker))
        .request(timeZone: days.timeZone)
    }
    var request = step.request
    request.tag = try request.tag.map { try tracker.reference(toTag: $0.text) }
    return request
  }
}
