package import Foundation

/// The operations that calls of time tracking use, on the state of one transaction.
///
/// `TimeTracker` has the rules. A test can replace one operation, and pass the others on to it.
package protocol TrackingServices: TimerService, RecordService, TagService, HistoryService,
  SummaryService, InvoiceService
{
  /// The time of the call, which is used for all its changes.
  var now: Date { get set }

  /// The changes of billed records that the current call may make.
  var billedRecordAccess: BilledRecordAccess { get set }

  /// The store as the call sees it.
  var transaction: StoreTransaction { get }

  /// Ends the current call, and starts another one that is committed together with it.
  mutating func endCall(_ origin: ChangeOrigin)

  /// Discards the changes of the current call.
  mutating func discardCall()

  /// Stores the result of a call with an idempotency key together with its changes.
  mutating func save(_ answer: IdempotentResult)

  /// Repairs all problems that have a remedy, first in files and then in records and tags.
  ///
  /// Locked records are repaired like others.
  mutating func repair() throws(TrackingError) -> RepairReport
}
