import IntentKit
import MinutaCore
import MinutaExport

@testable import MinutaIntents

extension MessageSection {
  /// The messages of imports, exports and reports.
  static let files = outcomes(
    "Files of other programs",
    formatErrors.map { .failed($0.failure) }
      + [
        .failed(.exportTooLarge(limit: ExportOutput.resultLimit)),
        .failed(.binaryAtTerminal("pdf")),
        .failed(.invalidProfile("kimai.json", DecodingError.keyNotFound(Key(), context))),
        .failed(.unknownProfileKey("timezone", in: "kimai.json", known: ["name", "timeZone"])),
      ] + reportErrors.map { .failed($0.failure) }
  )

  static let invoices = outcomes(
    "Invoices",
    [
      .nothingToBill(BillableRecords()),
      .invoiceExists("2026-014"),
      .invoiceNotFound("2026-41", known: ["2026-014"]),
      BillingError.rateMissing(tag: "Work", day: 20_777).failure(BillableRecords(), []),
      BillingError.rateMissing(tag: nil, day: 20_777).failure(BillableRecords(), []),
      BillingError.currenciesDiffer("CHF", "EUR").failure(BillableRecords(), []),
    ].map(Outcome.failed)
  )

  private static let formatErrors: [FormatError] = [
    .unknownFormat("togl"),
    .unknownExportFormat("togl"),
    .unrecognized(file: "notes.txt", .text),
    .unrecognized(file: "photo.png", .binary),
    .unrecognized(file: "Documents", .folder),
    .unrecognized(file: "Documents", .emptyFolder),
    .unrecognized(file: "hours.csv", .otherEncoding),
    .differentFormats(files: ["toggl.csv", "a.csv"], formats: ["Toggl Track", "Clockify"]),
    .severalFormats(folder: "Documents", formats: ["klog", "org"]),
    .unreadable(file: "notes.txt", reason: "Permission denied"),
    .tooLarge(file: "notes.txt", limit: 16 << 20),
    .missingColumn(file: "hours.csv", field: "start", columns: ["Began", "Finished"]),
    .missingColumn(file: "hours.csv", field: "start", columns: ["2024-05-17", "09:00", "Work"]),
    .missingColumn(
      file: "hours.csv",
      field: "start",
      columns: ["Began", "Finished"],
      format: "Toggl Track"
    ),
    .noColumn(file: "hours.csv", name: "Start", columns: ["Began", "Finished"]),
    .unknownTexts(file: "hours.csv", columns: ["The job", "What"]),
    .ambiguousDates(
      file: "hours.csv",
      example: "03/04/2024",
      orders: [.dayMonthYear, .monthDayYear]
    ),
    .invalid(file: "hours.csv", problems: problems, count: 5),
    .unknownColumn("strt", known: ["start", "end"]),
    .invalidUser("Ann"),
    .unusedOption("columns", format: "klog", others: ["csv", "html"]),
    .unknownField("strt", known: ["start", "end"]),
  ]

  private static let reportErrors: [ReportError] = [
    .programMissing("rsvg-convert", packages: ["librsvg2-bin", "chromium"]),
    .programFailed("rsvg-convert", reason: "it took longer than 60.0 seconds"),
  ]

  private static let reasons: [InvalidReason] = [
    .malformed, .encoding, .missing("end"), .invalidTime("noon"), .invalidDuration("long"),
    .expected("inc START - END"), .cut, .longerThanDay(seconds: 90_000), .outOfRange,
    .unknownTimeZone("Nowhere/Bad"), .endBeforeStart, .unclosedQuote, .tooManyCells, .tooFewCells,
    .noEnd(nextLine: 5), .afterInvalidLine(1),
  ]

  private static let problems = reasons.enumerated().map { index, reason in
    FormatError.Problem(line: index + 2, reason: reason)
  }

  private struct Key: CodingKey {
    var stringValue: String { "columns" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private static let context = DecodingError.Context(codingPath: [], debugDescription: "")

  /// The reasons why parts of a file are left out, which follow "line 3: ".
  static let skipReasons = MessageSection(
    title: "Parts of files that are left out",
    lines: [
      SkipReason.running, .noTime, .negative(seconds: -1800), .cut(seconds: 1800), .allDay,
      .notBusy, .declined, .repeating, .notARecord("VTODO"),
      .notRecords(kind: "web", count: 1), .notRecords(kind: "window", count: 12),
    ].map { ("skipped", "Line 3: \($0.clause).") }
      + reasons.map { ("invalid", "Line 3: \($0.clause).") }
  )
}
