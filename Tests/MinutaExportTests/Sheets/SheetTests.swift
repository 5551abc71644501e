import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore
@testable import MinutaExport

/// The sheets for people who bill or are paid, as files.
@Suite struct SheetTests {
  private static let monday = 20_759

  /// An invoice with a hostile name and awkward thirds of hours.
  static func invoice(
    locale: String = "en_GB",
    grouping: InvoiceDraft.Grouping = .project
  ) throws -> Invoice {
    try invoice(
      in: locale,
      by: grouping,
      of: [("Acme/Web", 4_500_000), ("Acme/<b>|*R&D*", 1200), ("Acme", 2400)].map {
        record($0.0, $0.1)
      }
    )
  }

  private static func invoice(
    in locale: String = "en_GB",
    by grouping: InvoiceDraft.Grouping = .project,
    of records: [TaggedRecord]
  ) throws -> Invoice {
    var rules = BillingRules()
    let euro = try #require(Currency("EUR"))
    rules.rates = [
      HourlyRate(tag: nil, try #require(DecimalNumber("100")), euro, from: nil, to: nil),
      HourlyRate(tag: "Acme/Web", try #require(DecimalNumber("85.125")), euro, from: nil, to: nil),
    ]
    rules.sender = ["Ada Example", "Main Street 1"]
    rules.clients = [BillingRules.Client("Acme", ["Acme & Sons", "Harbour 2"])]
    rules.tax = BillingRules.Tax("VAT", try #require(DecimalNumber("8.1")))
    rules.terms = "Payable within 30 days, without deduction."
    rules.footer = "{number} of {date}: {total}"
    var draft = InvoiceDraft(
      number: "2026-014",
      client: "Acme",
      day: monday + 29,
      period: monday - 1..<monday + 29,
      days: LocalCalendar(timeZone: .gmt)
    )
    draft.grouping = grouping
    var timeRules = TimeRules()
    timeRules.billing = rules
    draft.printing = Invoice.Printing(locale: locale, timeRules)
    return try draft.invoice(of: records, by: rules)
  }

  private static func record(_ name: String, _ seconds: Int) -> TaggedRecord {
    let start = Date(timeIntervalSince1970: Double(monday * 86_400))
    let tag = MinutaCore.Tag(id: UUID(), name: name, createdAt: start)
    let record = TimeRecord(
      id: UUID(),
      startTime: start,
      endTime: start.addingTimeInterval(Double(seconds)),
      tagId: tag.id
    )
    return TaggedRecord(record: record, tag: tag)
  }

  static func report(hasTargets: Bool = true) -> ReportData {
    let days = [
      ([(32_400, 43_200), (46_800, 64_800)], 28_800, 28_800),
      ([(32_400, 33_600)], 1200, 28_800), ([], 0, 0), ([(79_200, 86_400)], 7200, 0),
    ]
    return ReportData(
      title: "Timesheet",
      dateRange: "2–5 November 2026",
      timeZone: "Europe/Zurich",
      totalSeconds: 37_200,
      wallSeconds: 37_200,
      days: days.enumerated().map { index, day in
        ReportDay(
          day: monday + index,
          totalSeconds: day.1,
          dueSeconds: hasTargets ? day.2 : nil,
          segments: [],
          spans: day.0.map { ReportSpan(tag: 0, start: $0.0, end: $0.1) }
        )
      },
      tags: [
        ReportTag(name: "Acme", color: "#445566", seconds: 30_000, records: 3),
        ReportTag(name: nil, color: nil, seconds: 7200, records: 1),
      ],
      comments: [],
      omitsComments: false,
      records: [],
      balance: nil
    )
  }

  private static var options: ReportOptions {
    var options = ReportOptions(
      range: TimeRange(timeZone: .gmt),
      days: LocalCalendar(timeZone: .gmt)
    )
    options.today = monday + 30
    return options
  }

  private static func sheets(_ locale: String = "en_GB") throws -> [(String, Sheet)] {
    var options = options
    options.locale = locale
    options.words = ReportWords(locale: locale, own: [:])
    options.header = "Ada Example, {range}"
    return [
      ("invoice", try invoice(locale: locale).sheet),
      ("timesheet", Timesheet.sheet(report(), options, carried: -5400)),
      ("timesheet-plain", Timesheet.sheet(report(hasTargets: false), options, carried: nil)),
      ("summary", SummarySheet.sheet(report(), before: report(hasTargets: false), options)),
    ]
  }

  @Test(arguments: [ReportFormat.text, .md, .html])
  func `a sheet is written as recorded`(format: ReportFormat) throws {
    for (name, sheet) in try Self.sheets() {
      let ending = format == .text ? "txt" : format.rawValue
      try expectSnapshot(format.text(of: sheet), "sheets/\(name).\(ending)")
    }
  }

  @Test func `a sheet in another language has no English word`() throws {
    for (name, sheet) in try Self.sheets("de_DE") {
      try expectSnapshot(ReportFormat.text.text(of: sheet), "sheets/\(name)-de.txt")
    }
    let sheet = try Self.invoice(locale: "de_DE").sheet
    #expect(ReportFormat.html.text(of: sheet).contains("<html lang=\"de-DE\">"))
    #expect(ReportFormat.svg.text(of: sheet).contains(">Seite 1 von 1<"))
  }

  @Test func `each language has all words, with their placeholders`() throws {
    let german = try #require(ReportWords.languages["de"])
    #expect(german.count > 20 && Set(Invoice.words).isSubset(of: german.keys))
    for (language, words) in ReportWords.languages {
      #expect(Set(words.keys) == Set(german.keys), "\(language)")
      for (english, word) in words {
        let placeholders = [english, word].map { text in
          text.matches(of: /\{\w+\}/).map { String($0.output) }.sorted()
        }
        #expect(placeholders[0] == placeholders[1], "\(language): \(word)")
      }
    }
  }

  @Test(arguments: [
    ("en_GB", "Total"), ("de_DE", "Endsumme"), ("de-CH", "Total CH"), ("de_AT", "Endsumme"),
    ("nl", "Totaal"), ("pl_PL", "Razem"), ("sv_SE", "Total"),
  ])
  func `the user's words of a language or locale replace others`(locale: String, total: String) {
    let words = ["de": "Endsumme", "de_CH": "Total CH", "pl": "Razem"]
    let own = words.mapValues { ["Total": $0] }
    #expect(ReportWords(locale: locale, own: own).text("Total") == total)
  }

  @Test func `the printed amounts add up to the printed total`() throws {
    let sheet = try Self.invoice().sheet
    let cents = try (sheet.rows + sheet.totals).map { row in
      try #require(Int(row[3].filter(\.isNumber)))
    }
    let lines = cents.prefix(sheet.rows.count).reduce(0, +)
    #expect(sheet.rows.count == 3)
    #expect(Array(cents.suffix(3)) == [lines, cents[4], lines + cents[4]])
  }

  /// A report with a day for each duration, each of a tag of its own.
  private static func report(of seconds: [Int]) -> ReportData {
    var data = report()
    data.totalSeconds = seconds.reduce(0, +)
    data.days = seconds.enumerated().map { index, seconds in
      let spans = [ReportSpan(tag: index, start: 0, end: seconds)]
      return ReportDay(
        day: monday + index,
        totalSeconds: seconds,
        dueSeconds: 3600,
        segments: [],
        spans: spans
      )
    }
    data.tags = seconds.enumerated().map { index, seconds in
      ReportTag(name: "Tag \(index)", color: nil, seconds: seconds, records: 1)
    }
    return data
  }

  @Test func `the printed hours, shares and averages add up to the printed totals`() throws {
    var random = SeededGenerator(seed: 9)
    func hundredths(_ text: String) throws -> Int { try #require(Int(text.filter(\.isNumber))) }
    func minutes(_ text: String) -> Int {
      text.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }
    for round in 0..<50 {
      let thirds = [1200, 1200, 1200]
      let seconds =
        round == 0 ? thirds : (0..<7).map { _ in Int.random(in: 1...40_000, using: &random) }
      let data = Self.report(of: seconds)
      let timesheet = Timesheet.sheet(data, Self.options, carried: 0)
      let summary = SummarySheet.sheet(data, before: nil, Self.options)
      for (sheet, column) in [(timesheet, 5), (summary, 2), (summary, 3)] {
        let sum = try sheet.rows.reduce(0) { try $0 + hundredths($1[column]) }
        #expect(try sum == hundredths(sheet.totals[0][column]))
      }
      let average = summary.rows.reduce(0) { $0 + minutes($1[4]) }
      #expect(average == minutes(summary.totals[0][4]))
    }
  }

  @Test func `days to come are no working days`() {
    var options = Self.options
    options.today = Self.monday + 1
    var data = Self.report(of: [28_800, 28_800, 0, 0, 0])
    for index in 2..<5 { data.days[index].dueSeconds = 28_800 }
    let sheet = SummarySheet.sheet(data, before: nil, options)
    #expect(sheet.facts.contains(Sheet.Fact("Working days", "2")))
    #expect(sheet.totals[0][4] == "8:00")
  }

  @Test func `a timesheet without times has no columns for them`() {
    var options = Self.options
    options.hidden = [.times]
    let sheet = Timesheet.sheet(Self.report(), options, carried: nil)
    #expect(sheet.columns.map(\.title) == ["Day", "Time", "Hours"])
    #expect(sheet.totals == [["Total", "10:20", "10.33"]])
  }

  @Test func `the header and the footer have the number of the page`() {
    var options = Self.options
    (options.header, options.footer) = ("Above {page}/{pages}", "Below {page}/{pages}")
    let sheet = Timesheet.sheet(Self.report(), options, carried: nil)
    for format in [ReportFormat.text, .md, .html, .svg] {
      let text = format.text(of: sheet)
      #expect(text.contains("Above 1/1") && text.contains("Below 1/1"), "\(format)")
    }
  }

  @Test func `a line of a day has its date in the language of the invoice`() throws {
    let invoice = try Self.invoice(locale: "de_DE", grouping: .day)
    let line = try #require(invoice.sheet.rows.first)
    #expect(line[0] == "2. November 2026")
  }

  @Test func `each printed amount is the printed time by the printed rate`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let records = (0..<5).map { index in
        Self.record(index < 2 ? "Acme" : "Acme/Web", Int.random(in: 1...40_000, using: &random))
      }
      for row in try Self.invoice(of: records).sheet.rows {
        let clock = row[1].split(separator: ":").compactMap { Int($0) }
        #expect(clock.count == 2)
        let rate = row[2] == "100.00" ? 100_000 : 85_125
        let cents = (clock[0] * 60 + clock[1]) * rate
        #expect(Int(row[3].filter(\.isNumber)) == (cents + 300) / 600)
      }
    }
  }

  @Test(arguments: [
    ("ar_EG", "1,234,567.50"), ("en_GB", "1,234,567.50"), ("de_DE", "1.234.567,50"),
    ("de_CH", "1’234’567.50"),
  ])
  func `an amount has the separators of its language`(locale: String, text: String) throws {
    let number = DecimalNumber(units: 123_456_750, places: 2)
    #expect(AmountFormatter(locale).text(number) == text)
  }

  @Test(arguments: [
    (0, "0:00", "0.00"), (59, "0:00:59", "0.02"), (5400, "1:30", "1.50"), (-5400, "−1:30", "−1.50"),
    (1200, "0:20", "0.33"), (360_000, "100:00", "100.00"), (-10, "−0:00:10", "0.00"),
  ])
  func `a time is shown as a clock and as decimal hours`(
    seconds: Int,
    clock: String,
    hours: String
  ) {
    #expect(AmountFormatter.clock(seconds) == clock)
    #expect(AmountFormatter("en_GB").hours(seconds) == hours)
  }

  @Test func `a name is text in every format`() throws {
    let sheet = try Self.invoice().sheet
    #expect(ReportFormat.html.text(of: sheet).contains("&lt;b&gt;|*R&amp;D*"))
    #expect(ReportFormat.md.text(of: sheet).contains("\\<b\\>\\|\\*R\\&D\\*"))
  }
}
