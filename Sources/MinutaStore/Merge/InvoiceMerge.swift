import Foundation
import JSONText
import MinutaCore

/// The new number of an invoice whose number another machine had used too.
package struct InvoiceNumberChange: Sendable, Hashable {
  package let old: String
  package let new: String

  /// The file of the old number, for which the later one of two invoices is chosen.
  package var field: MergeField { MergeField(.file(StoreRepair.invoicePath(old)), "") }
}

/// A merge of two invoices to which the sides of a merge gave the same number.
///
/// The later invoice gets the next free number.
struct InvoiceMerge {
  let change: InvoiceNumberChange
  /// The files of both invoices by path.
  let files: [String: FileVersion?]
  /// The records that only the later invoice bills, and that have to be marked with its new number.
  let records: Set<UUID>

  /// Merges two invoices; nil unless both sides made one at the path.
  ///
  /// - Parameter isTaken: whether a path has a file on one of the sides.
  init?(_ file: FileVersions, isTheirsLater: (MergeField) -> Bool, isTaken: (String) -> Bool) {
    guard let number = StoreRepair.invoiceNumber(ofFile: file.path), file.base == nil,
      let ours = file.ours, let theirs = file.theirs, ours != theirs,
      let first = Self.invoice(ours), let second = Self.invoice(theirs),
      Self.locked(first) != Self.locked(second)
    else { return nil }
    let keepsOurs = isTheirsLater(MergeField(.file(file.path), ""))
    let (earlier, later) = keepsOurs ? (first, second) : (second, first)
    let new = Self.nextNumber(after: number, dated: later["date"]?.string ?? "") {
      isTaken(StoreRepair.invoicePath($0))
    }
    change = InvoiceNumberChange(old: number, new: new)
    let text = Self.text(of: later, numbered: new)
    files = [
      file.path: keepsOurs ? ours : theirs,
      StoreRepair.invoicePath(new): FileVersion(id: nil, text: text),
    ]
    records = Self.records(of: later).subtracting(Self.records(of: earlier))
  }

  fileprivate static func invoice(_ file: FileVersion) -> JSONObject? {
    file.text.flatMap { try? JSONValue(parsing: $0) }?.object
  }

  fileprivate static func text(of invoice: JSONObject, numbered number: String) -> String {
    var invoice = invoice
    invoice["number"] = .string(number)
    return JSONValue.object(invoice).text(.indented)
  }

  /// Returns an invoice as it is when it is locked.
  private static func locked(_ invoice: JSONObject) -> JSONObject {
    var invoice = invoice
    invoice["unlocked"] = nil
    return invoice
  }

  static func records(of invoice: JSONObject) -> Set<UUID> {
    Set((invoice["records"]?.array ?? []).compactMap { $0["id"]?.string.flatMap(UUID.of) })
  }

  /// Returns the next free number.
  ///
  /// The count is the last group of digits that isn't the year or the month.
  private static func nextNumber(
    after number: String,
    dated date: String,
    isTaken: (String) -> Bool
  ) -> String {
    let dates = date.split(separator: "-").prefix(2)
    var (head, count, tail) = ("\(number)-", "1", "")
    var rest = Substring(number)
    let isDigit = { (character: Character) in ("0"..."9").contains(character) }
    while let end = rest.lastIndex(where: isDigit) {
      let start = rest[...end].lastIndex { !isDigit($0) }.map(rest.index(after:))
      let digits = rest[(start ?? rest.startIndex)...end]
      rest = rest[..<digits.startIndex]
      if dates.contains(digits) || digits.count > 18 { continue }
      (head, count) = (String(rest), String(digits))
      tail = String(number[number.index(after: end)...])
      break
    }
    var next = Int(count) ?? 1
    while true {
      next += 1
      let candidate = "\(head)\(next.padded(to: count.count))\(tail)"
      if !isTaken(candidate) { return candidate }
    }
  }
}

extension InvoiceNumberChange {
  /// Returns the new numbers of invoices that have moved from one file to another in a merge.
  ///
  /// - Parameter files: the changed files after the merge.
  package static func changes(
    from versions: [String: FileVersions],
    to files: [String: FileVersion?]
  ) -> [InvoiceNumberChange] {
    let invoices = files.keys.sorted().compactMap { path in
      StoreRepair.invoiceNumber(ofFile: path).map { (path: path, number: $0) }
    }
    let new = invoices.filter { versions[$0.path]?.ours == nil }
    var changes: [InvoiceNumberChange] = []
    for (path, old) in invoices {
      guard let before = versions[path]?.ours.flatMap(InvoiceMerge.invoice) else { continue }
      for (other, number) in new
      where files[other]??.text == InvoiceMerge.text(of: before, numbered: number) {
        changes.append(InvoiceNumberChange(old: old, new: number))
      }
    }
    return changes
  }
}
