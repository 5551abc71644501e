import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport

package struct MakeInvoiceIntent: BuiltInIntent {
  static let definition = PackageResources.MakeInvoice_json
  /// True, because the file of the output is written before the commit.
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let tag: TagReference
    let range: TimeRange
    let filter: FilterArgument?
    let lines: InvoiceDraft.Grouping
    let number: String?
    let round: Rounding.Mode
    let roundTo: DurationArgument
    let timeZone: TimeZoneArgument?
    let locale: String
    let format: ReportFormat?
    let output: String?
  }

  package struct Result: Codable, Sendable {
    package let invoice: InvoiceResult
    /// The number of records that were left out, because they are billed already.
    package let billed: Int
    /// The number of running timers that were left out.
    package let running: Int
    /// The time that is billed more than once, because records overlap.
    package let overlapSeconds: Int
    /// The invoice as plain text.
    package let text: String
    /// The absolute path of the written file; nil if the call named none.
    package let output: String?
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try rounding()
    if let number = parameters.number, !InvoiceNumberPattern.isNumber(number) {
      let expected = "letters, digits, '-' and '_', such as 2026-014"
      throw .invalidFormat(number, at: JSONPointer(["number"]), expected: expected)
    }
    if !ReportLocale.isKnown(parameters.locale) {
      let expected = "a locale such as de_CH"
      throw .invalidFormat(parameters.locale, at: JSONPointer(["locale"]), expected: expected)
    }
    if parameters.format != nil, parameters.output == nil {
      throw .invalidValue(ValidationError("format", .requires("output")))
    }
    _ = try format()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try validate(now: context.now)
    try context.exportOutput.refuse(parameters.output)
    let found = try billableRecords(in: context)
    let invoice = try invoice(of: found, in: context)
    let text = try JSONValue(encoding: invoice).text(.indented)
    try context.tracker.bill(found.records, on: invoice.number, text)
    let sheet = invoice.sheet
    let output = try write(sheet, in: context)
    return IntentOutput(
      Result(
        invoice: InvoiceResult(invoice),
        billed: found.billed,
        running: found.running,
        overlapSeconds: found.overlapSeconds,
        text: ReportFormat.text.text(of: sheet),
        output: output
      ),
      dialog: found.sentence(of: invoice, parameters.output, in: context)
    )
  }

  /// The format of the output if another program makes it; nil if there is no output, or if it is
  /// text.
  var preparedFormat: ReportFormat? {
    get throws(Failure) {
      guard parameters.output != nil else { return nil }
      let format = try format()
      return format.conversion == nil ? nil : format
    }
  }

  /// Returns the sheet of the invoice, as the records are now.
  func sheet(in context: IntentContext) throws -> Sheet {
    try invoice(of: try billableRecords(in: context), in: context).sheet
  }

  private func billableRecords(in context: IntentContext) throws(TrackingError) -> BillableRecords {
    let filter = RecordFilter.tagged(parameters.tag).and(parameters.filter?.filter ?? .all)
    return try context.tracker.billableRecords(in: parameters.range, of: filter)
  }

  private func invoice(
    of found: BillableRecords,
    in context: IntentContext
  ) throws -> Invoice {
    let days = context.days.zoned(parameters.range.timeZone)
    guard let first = found.records.first, let last = found.records.last else {
      throw Failure.nothingToBill(found)
    }
    let starts = [first, last].map { days.day(at: $0.record.startTime.unixSeconds) }
    let from = parameters.range.from.map { days.day(at: $0.unixSeconds) } ?? starts[0]
    let to = parameters.range.to.map { days.day(at: $0.unixSeconds - 1) } ?? starts[1]
    let today = days.day(at: context.now.unixSeconds)
    var draft = InvoiceDraft(
      number: try number(on: today, in: context),
      client: first.tag.flatMap { TagPath($0.name).components.first } ?? "",
      day: today,
      period: from..<max(from, to) + 1,
      days: days
    )
    draft.grouping = parameters.lines
    draft.rounding = try rounding()
    draft.printing = Invoice.Printing(locale: parameters.locale, context.rules)
    do throws(BillingError) {
      return try draft.invoice(of: found.records, by: context.rules.billing)
    } catch {
      throw error.failure(found, context.rules.billing.rates)
    }
  }

  private func number(on day: Int, in context: IntentContext) throws -> String {
    let numbers = try context.tracker.invoiceNumbers()
    guard let number = parameters.number else {
      return context.rules.billing.numbers.next(after: numbers, on: CivilTime(day: day))
    }
    // Some file systems ignore case, and the number is the name of a file.
    if let known = numbers.first(where: { $0.lowercased() == number.lowercased() }) {
      throw Failure.invoiceExists(known)
    }
    return number
  }

  private func rounding() throws(Failure) -> Rounding {
    try Rounding(parameters.round, to: parameters.roundTo, per: .record)
  }

  private func format() throws(Failure) -> ReportFormat {
    if let format = parameters.format { return format }
    return try ReportFormat.ofOutput(parameters.output)
  }

  /// Writes the sheet to the file that the call names, and returns its absolute path.
  private func write(_ sheet: Sheet, in context: IntentContext) throws -> String? {
    guard let output = parameters.output, !context.isDryRun else { return nil }
    let bytes = try bytes(of: sheet, in: context)
    return try context.exportOutput.write(output) { append in try append(bytes) }.path
  }

  /// Returns the file of the sheet, which was made before the transaction if a program makes it.
  ///
  /// - Throws: `SheetChangedError` if that file is of another sheet.
  private func bytes(of sheet: Sheet, in context: IntentContext) throws -> [UInt8] {
    if case .sheet(let prepared) = context.preparedFile, prepared.sheet == sheet {
      return prepared.bytes
    }
    if try preparedFormat != nil, context.preparesSheetsAgain { throw SheetChangedError() }
    return try format().bytes(of: sheet, by: context.reportService)
  }
}
