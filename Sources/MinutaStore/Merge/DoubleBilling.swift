package import Foundation
import JSONText
import MinutaCore

/// A record that several invoices bill, because machines made them without knowing of each other.
package struct DoubleBilling: Sendable, Hashable {
  package let record: UUID
  /// The numbers of the invoices, sorted.
  package let invoices: [String]
}

extension DirectoryStore {
  /// Returns the records that an invoice at one of some paths bills besides another invoice.
  package func doubleBillings(by paths: some Sequence<String>) throws -> [DoubleBilling] {
    let changed = Set(paths.compactMap(StoreRepair.invoiceNumber))
    if changed.isEmpty { return [] }
    var invoices: [UUID: [String]] = [:]
    for (number, text) in try read({ try $0.invoices() }) {
      guard let invoice = (try? JSONValue(parsing: text))?.object else { continue }
      for record in invoice["records"]?.array ?? [] {
        guard let id = record["id"]?.string.flatMap(UUID.of) else { continue }
        if invoices[id]?.last != number { invoices[id, default: []].append(number) }
      }
    }
    return invoices.filter { $0.value.count > 1 && !changed.isDisjoint(with: $0.value) }
      .map { DoubleBilling(record: $0.key, invoices: $0.value.sorted()) }
      .sorted { $0.record.text < $1.record.text }
  }
}
