import Foundation
import IntentKit
import JSONText
import MinutaCore

extension Failure {
  static func nothingToBill(_ found: BillableRecords) -> Failure {
    let left = found.leftOut
    return Failure(
      code: "nothingToBill",
      message: "There are no records to bill in this range"
        + (left.isEmpty ? ". Check the tag and the range." : ": \(left)." + found.advice),
      data: [
        "billed": .number(JSONNumber(found.billed)), "running": .number(JSONNumber(found.running)),
      ]
    )
  }

  static func invoiceExists(_ number: String) -> Failure {
    Failure(
      code: "invoiceExists",
      message: "The invoice \(number.quoted) exists, or records are marked with it. "
        + "Choose another number.",
      data: ["number": .string(number)]
    )
  }

  static func invoiceNotFound(_ number: String, known: [String]) -> Failure {
    let suggestion = TypoSuggester.closest(to: number, in: known).suggestion
    return Failure(
      code: "invoiceNotFound",
      message: "There is no invoice \(number.quoted)\(suggestion). Use one of the list."
        .suggesting("invoices"),
      data: ["number": .string(number)]
    )
  }
}

extension InvoiceLock {
  /// Returns the reason for a lock: `The record … is billed by the invoice '…'`.
  func reason(of record: TimeRecord) -> String {
    "The record \(record.shortID) is billed"
      + (number.isEmpty ? "" : " by the invoice \(number.quoted)")
  }

  /// Returns the sentences about a locked record, such as one that `stays as it is`, and a way to
  /// change it.
  func notice(of record: TimeRecord, _ consequence: String) -> Notice {
    "\(reason(of: record)), so \(consequence). Unlock it to change it anyway.".suggesting(
      isStored ? "invoice unlock \(number)" : "edit \(record.shortID) --remove-label billed"
    )
  }
}

extension TimeRecord {
  fileprivate var shortID: String { String(id.uuidString.prefix(8)) }
}

extension BillingError {
  /// Returns the failure of a call that bills records.
  ///
  /// - Parameter rates: the rates in the settings.
  func failure(_ found: BillableRecords, _ rates: [HourlyRate]) -> Failure {
    switch self {
    case .nothingToBill: .nothingToBill(found)
    case .rateMissing(let tag, let day):
      Failure(
        code: "rateMissing",
        message: "No rate applies to \(tag.map(\.quoted) ?? "records without a tag") on "
          + "\(CivilTime(day: day).dateText). Add one, such as 100 an hour.".suggesting(
            "config set rates.\(rates.count) \(Self.example(for: tag, beside: rates).shellWord)"
          ),
        data: [
          "tag": tag.map { .string($0) } ?? .null, "date": .string(CivilTime(day: day).dateText),
        ]
      )
    case .currenciesDiffer(let one, let other):
      Failure(
        code: "currenciesDiffer",
        message: "The records have rates in \(one) and in \(other). Bill them separately.",
        data: ["currencies": [.string(one), .string(other)]]
      )
    }
  }
}

extension BillingError {
  /// Returns a rate as JSON: that of the tag's first level, in the currency of the other rates.
  private static func example(for tag: String?, beside rates: [HourlyRate]) -> String {
    var rate: JSONObject = [:]
    rate["tag"] = tag.flatMap { TagPath($0).components.first }.map { .string($0) }
    rate["rate"] = "100"
    rate["currency"] = .string(rates.last?.currency.code ?? "EUR")
    return JSONValue.object(rate).text()
  }
}

extension BillableRecords {
  /// The sentences about the invoices of the records that are billed already, with a space before
  /// them; empty if there are none.
  fileprivate var advice: Notice {
    if invoices.isEmpty { return "" }
    guard invoices.count == 1, let number = invoices.first else {
      return " See the list of invoices.".suggesting("invoices")
    }
    return " You can print that invoice, or take it back if it was your last change."
      .suggesting("invoices \(number) --output FILE").suggesting("undo")
  }

  /// The records that aren't billed, such as `2 are billed already and 1 is running`; empty if there
  /// are none.
  var leftOut: String {
    [
      billed == 0 ? nil : billed.counted("is billed already", plural: "are billed already"),
      running == 0 ? nil : running.counted("is running", plural: "are running"),
    ].compactMap { $0 }.joined(separator: " and ")
  }

  /// Returns the result of billing as sentences.
  ///
  /// - Parameter output: the path that the call names.
  func sentence(of invoice: Invoice, _ output: String?, in context: IntentContext) -> Notice {
    let verb = context.verb("bill", past: "Billed")
    let count = records.count.counted("record")
    let file = output.map { " in \($0.quoted)" } ?? ""
    let zeros = invoice.records.count { $0.seconds == 0 }
    let zero =
      zeros == 0 ? "" : " \(zeros.counted("record is", plural: "records are")) billed as 0m."
    let note = zero + (leftOut.isEmpty ? "" : " Left out: \(leftOut).")
    let totals = invoice.totals(context.formatter)
    let sentence = "\(verb) \(count) as \(invoice.number.quoted)\(file): \(totals).\(note)"
    let overlap = context.formatter.duration(overlapSeconds)
    return sentence
      + (overlapSeconds == 0
        ? "" : " \(overlap) is billed more than once, because records overlap.")
      + missing(on: invoice) + nextSteps(invoice, output, in: context)
  }

  /// Returns a sentence about what the sheet lacks, with a space before it; empty if it is complete.
  private func missing(on invoice: Invoice) -> Notice {
    let missing = [
      invoice.sender.isEmpty ? "your address" : nil,
      invoice.recipient == [invoice.client] ? "the address of \(invoice.client.quoted)" : nil,
      invoice.terms == nil ? "terms of payment" : nil,
    ].compactMap(\.self)
    if missing.isEmpty { return "" }
    return " It lacks \(missing.joinedAsList): see the manual.".suggesting("help invoices")
  }

  /// Returns a sentence about printing the invoice and taking it back, with a space before it.
  private func nextSteps(
    _ invoice: Invoice,
    _ output: String?,
    in context: IntentContext
  ) -> Notice {
    if context.isDryRun { return "" }
    if output != nil { return " You can take it back.".suggesting("undo") }
    return " You can print it, or take it back."
      .suggesting("invoices \(invoice.number) --output FILE").suggesting("undo")
  }
}

extension Invoice {
  /// Returns the time and the total, such as `12h 30m, 1250.00 EUR`.
  func totals(_ formatter: SentenceFormatter) -> String {
    "\(formatter.duration(seconds)), \(total.text) \(currency.code)"
  }

  /// Returns the invoice as a sentence.
  func sentence(_ formatter: SentenceFormatter) -> Notice {
    let contents = "\(records.count.counted("record")), \(totals(formatter))"
    return "Invoice \(number.quoted) of \(date) for \(client.quoted): \(contents)."
      + (unlocked == true
        ? " It is unlocked; you can lock it.".suggesting("invoice lock \(number)") : "")
  }
}
