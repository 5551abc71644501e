import Foundation
import MinutaCore

/// Time tracking services that pass each operation on to others.
///
/// A test conforms to this and implements the one operation that it replaces.
protocol ForwardingServices: TrackingServices {
  /// The services that perform all other operations.
  var base: any TrackingServices { get set }
}

extension ForwardingServices {
  var now: Date {
    get { base.now }
    set { base.now = newValue }
  }

  var billedRecordAccess: BilledRecordAccess {
    get { base.billedRecordAccess }
    set { base.billedRecordAccess = newValue }
  }

  var transaction: StoreTransaction { base.transaction }

  mutating func endCall(_ origin: ChangeOrigin) { base.endCall(origin) }

  mutating func discardCall() { base.discardCall() }

  mutating func save(_ answer: IdempotentResult) { base.save(answer) }

  mutating func repair() throws(TrackingError) -> RepairReport { try base.repair() }
}
