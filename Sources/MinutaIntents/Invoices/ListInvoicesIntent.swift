import Foundation
import IntentKit
import MinutaCore
import MinutaExport

package struct ListInvoicesIntent: BuiltInIntent {
  static let definition = PackageResources.ListInvoices_json

  struct Parameters: Codable {
    let number: String?
    let format: String?
    let output: String?
  }

  package struct Result: Codable, Sendable {
    package let invoices: [InvoiceResult]
    /// The records of the invoice that the call names; nil without a number.
    package let records: [RecordLineResult]?
    /// The numbers of the invoices whose files can't be used.
    package let unreadable: [String]
    /// The invoice as plain text; nil without a number, or if the call names a format or an output.
    package var text: String?
    /// The absolute path of the written file; nil if the call named none.
    package var output: String?
    /// The invoice in the format that the call names; nil if it was written to a file or to
    /// standard output.
    package var content: String?
    /// The content of a file that isn't text in base64; nil like `content`.
    package var data: String?
  }

  /// A record of an invoice, as it was billed.
  package struct RecordLineResult: Codable, Sendable {
    package let id: String
    package let startTime: String
    package let endTime: String
    package let seconds: Int
    package let tag: String?
    /// The price of an hour.
    package let rate: String
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try format()
    if parameters.number != nil { return }
    for (name, value) in [("format", parameters.format), ("output", parameters.output)]
    where value != nil {
      throw .invalidValue(ValidationError(name, .requires("number")))
    }
  }

  /// Returns the format in which to print the invoice; nil for the stored file itself.
  private func format() throws(Failure) -> ReportFormat? {
    let ending = parameters.output.map { URL(filePath: $0).pathExtension.lowercased() }
    if (parameters.format ?? ending) == "json" { return nil }
    if let named = parameters.format.flatMap(ReportFormat.init(rawValue:)) { return named }
    return try ReportFormat.ofOutput(parameters.output)
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try validate(now: context.now)
    let stored = try StoredInvoices(context.tracker)
    guard let number = parameters.number else {
      let count = stored.invoices.count
      return IntentOutput(
        Result(
          invoices: stored.invoices.map(InvoiceResult.init),
          records: nil,
          unreadable: stored.unreadable
        ),
        dialog: "\(count.counted("invoice"))." + note(stored.unreadable)
      )
    }
    let invoice = try stored.invoice(number)
    var result = Result(
      invoices: [InvoiceResult(invoice)],
      records: invoice.records.map { RecordLineResult($0, in: invoice) },
      unreadable: stored.unreadable
    )
    guard parameters.format != nil || parameters.output != nil else {
      result.text = ReportFormat.text.text(of: invoice.sheet)
      return IntentOutput(result, dialog: invoice.sentence(context.formatter))
    }
    try write(invoice, stored.texts[number] ?? "", into: &result, in: context)
    return IntentOutput(result, dialog: sentence(of: invoice, in: context))
  }

  /// Writes an invoice to the file that the call names, to standard output or into the result.
  ///
  /// - Parameter text: the invoice as it is stored.
  private func write(
    _ invoice: Invoice,
    _ text: String,
    into result: inout Result,
    in context: IntentContext
  ) throws {
    try context.exportOutput.refuse(parameters.output)
    if context.isDryRun, parameters.output != nil { return }
    let format = try format()
    if let format, format.conversion != nil {
      try context.exportOutput.refuseTerminal(parameters.output, for: format.rawValue)
    }
    let sheet = try format.map { try $0.bytes(of: invoice.sheet, by: context.reportService) }
    let bytes = sheet ?? Array(text.utf8)
    let destination = try context.exportOutput.write(parameters.output) { append in
      try append(bytes)
    }
    result.output = destination.path
    if format?.conversion == nil {
      result.content = destination.bytes.map { String(decoding: $0, as: UTF8.self) }
    } else {
      result.data = destination.bytes.map { Data($0).base64EncodedString() }
    }
  }

  private func sentence(of invoice: Invoice, in context: IntentContext) -> Notice {
    guard let output = parameters.output else { return invoice.sentence(context.formatter) }
    let verb = context.verb("print", past: "Printed")
    return "\(verb) the invoice \(invoice.number.quoted) in \(output.quoted)."
  }

  private func note(_ unreadable: [String]) -> Notice {
    unreadable.isEmpty ? "" : " \(unreadable.count) can't be read; see which.".suggesting("doctor")
  }
}

extension ListInvoicesIntent.RecordLineResult {
  fileprivate init(_ record: Invoice.Record, in invoice: Invoice) {
    (id, startTime, endTime) = (record.id, record.startTime, record.endTime)
    (seconds, tag) = (record.seconds, record.tag)
    let line = invoice.lines.indices.contains(record.line) ? invoice.lines[record.line] : nil
    rate = line?.rate.text(places: invoice.currency.places) ?? ""
  }
}
