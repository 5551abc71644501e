import IntentKit
import JSONText
import MinutaCore

extension Failure {
  static func nothingToBill(_ found: BillableRecords) -> Failure {
    let left = found.leftOut
    return Failure(
      code: "nothingToBill",
      message: "There are no records to bill in this range"
        + (left.isEmpty ? ". Check the tag and the range." : ": \(left)."),
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
      message: "There is no invoice \(number.quoted)\(suggestion). "
        + "Run 'minuta invoices' to list them.",
      data: ["number": .string(number)]
    )
  }
}

extension BillingError {
  /// Returns the failure of a call that bills records.
  func failure(_ found: BillableRecords) -> Failure {
    switch self {
    case .nothingToBill: .nothingToBill(found)
    case .rateMissing(let tag, let day):
      Failure(
        code: "rateMissing",
        message: "No rate applies to \(tag.map(\.quoted) ?? "records without a tag") on "
          + "\(CivilTime(day: day).dateText). Add one to 'rates' in the settings.",
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

extension BillableRecords {
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
  func sentence(of invoice: Invoice, _ output: String?, in context: IntentContext) -> String {
    let verb = context.verb("bill", past: "Billed")
    let count = records.count.counted("record")
    let file = output.map { " in \($0.quoted)" } ?? ""
    let zeros = invoice.records.count { $0.seconds == 0 }
    let zero =
      zeros == 0 ? "" : " \(zeros.counted("record is", plural: "records are")) billed as 0m."
    let note = zero + (leftOut.isEmpty ? "" : " Left out: \(leftOut).")
    let totals = invoice.totals(context.formatter)
    let sentence = "\(verb) \(count) as \(invoice.number.quoted)\(file): \(totals).\(note)"
    if overlapSeconds == 0 { return sentence }
    let overlap = context.formatter.duration(overlapSeconds)
    return "\(sentence) \(overlap) is billed more than once, because records overlap."
  }
}

extension Invoice {
  /// Returns the time and the total, such as `12h 30m, 1250.00 EUR`.
  func totals(_ formatter: SentenceFormatter) -> String {
    "\(formatter.duration(seconds)), \(total.text) \(currency.code)"
  }

  /// Returns the invoice as a sentence.
  func sentence(_ formatter: SentenceFormatter) -> String {
    let contents = "\(records.count.counted("record")), \(totals(formatter))"
    return "Invoice \(number.quoted) of \(date) for \(client.quoted): \(contents)."
  }
}
