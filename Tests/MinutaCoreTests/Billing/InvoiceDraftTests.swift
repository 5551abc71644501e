import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct InvoiceDraftTests {
  private static let days = LocalCalendar(timeZone: zurich)

  private static func record(
    _ tag: String,
    _ day: Int,
    _ seconds: Int,
    _ comment: String? = nil
  ) -> TaggedRecord {
    let start = Date(timeIntervalSince1970: Double(days.start(ofDay: day) + 32_400))
    let tag = MinutaCore.Tag(id: UUID(), name: tag, createdAt: start)
    let record = TimeRecord(
      id: UUID(),
      startTime: start,
      endTime: start.addingTimeInterval(Double(seconds)),
      tagId: tag.id,
      comment: comment
    )
    return TaggedRecord(record: record, tag: tag)
  }

  /// 2026-11-02, in days since 1970-01-01.
  private static let monday = 20_759

  private func draft(_ grouping: InvoiceDraft.Grouping = .project) -> InvoiceDraft {
    var draft = InvoiceDraft(
      number: "2026-001",
      client: "Acme",
      day: Self.monday + 30,
      period: Self.monday - 1..<Self.monday + 29,
      days: Self.days
    )
    draft.grouping = grouping
    return draft
  }

  private func rules(_ rates: [HourlyRate], tax: String? = "19") throws -> BillingRules {
    var rules = BillingRules()
    rules.rates = rates
    rules.tax = try tax.map { BillingRules.Tax("VAT", try #require(DecimalNumber($0))) }
    return rules
  }

  private func rate(
    _ tag: String?,
    _ amount: String,
    _ currency: String = "EUR",
    from: Int? = nil,
    to: Int? = nil
  ) throws -> HourlyRate {
    HourlyRate(
      tag: tag,
      try #require(DecimalNumber(amount)),
      try #require(Currency(currency)),
      from: from,
      to: to
    )
  }

  @Test func `a rate whose first day is after its last applies on no day`() throws {
    let rates = [try rate(nil, "50", from: 20, to: 10)]
    #expect([9, 10, 15, 20, 21].allSatisfy { rates.rate(of: nil, on: $0) == nil })
  }

  @Test(arguments: [
    ("Acme", 0, "50"), ("Acme/Website", 0, "80"), ("acme/website/Login", 0, "80"),
    ("Acme/Websites", 0, "50"), ("Beta", 0, "20"), ("Acme/Website", 9, "80"),
    ("Acme/Website", 10, "90"), ("Acme/Website", 20, "90"), ("Acme/Website", 21, "80"),
    ("Acme/Support", 0, "75"),
  ])
  func `the deepest rate that is valid on the day applies`(
    tag: String,
    day: Int,
    amount: String
  ) throws {
    let monday = Self.monday
    let rates = [
      try rate(nil, "20"), try rate("Acme", "50"), try rate("Acme/Website", "80"),
      try rate("Acme/Website", "90", from: monday + 10, to: monday + 20),
      try rate("Acme/Support", "70"), try rate("Acme/Support", "75"),
    ]
    let found = rates.rate(of: TagPath(tag), on: monday + day)
    #expect(found?.amount.text == amount)
  }

  @Test func `lines are projects, days or records`() throws {
    let rules = try rules([try rate("Acme", "100"), try rate("Acme/Website", "90")])
    let records = [
      Self.record("Acme/Website/Login", Self.monday, 1200, "Fix #billable the\nlogin"),
      Self.record("Acme/Website", Self.monday, 1200), Self.record("Acme", Self.monday + 1, 1200),
    ]
    let texts = try [InvoiceDraft.Grouping.project, .day, .record].map { grouping in
      try draft(grouping).invoice(of: records, by: rules).lines.map { line in
        let numbers = [line.rate.text, line.amount.text, "\(line.seconds)"]
        let words: [String?] = [line.day, line.text] + numbers
        return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
    #expect(
      texts == [
        ["Acme 100 33.33 1200", "Website 90 60.00 2400"],
        ["2026-11-02 90 60.00 2400", "2026-11-03 100 33.33 1200"],
        [
          "2026-11-02 Website: Fix the login 90 30.00 1200", "2026-11-02 Website 90 30.00 1200",
          "2026-11-03 Acme 100 33.33 1200",
        ],
      ]
    )
  }

  @Test func `a project is one line, however its name is written`() throws {
    let rules = try rules([try rate("Acme", "100")])
    let records = [
      Self.record("Acme/Web", Self.monday, 3600), Self.record("acme/web/x", Self.monday, 3600),
    ]
    let lines = try draft(.project).invoice(of: records, by: rules).lines
    #expect(lines.map(\.text) == ["Web"])
    #expect(lines.map(\.seconds) == [7200])
  }

  @Test func `records with different rates are in different lines`() throws {
    let rules = try rules([
      try rate("Acme", "100", to: Self.monday), try rate("Acme", "110", from: Self.monday + 1),
    ])
    let records = [
      Self.record("Acme/Website", Self.monday, 3600),
      Self.record("Acme/Website", Self.monday + 1, 60),
    ]
    let invoice = try draft().invoice(of: records, by: rules)
    #expect(invoice.lines.map(\.rate.text) == ["100", "110"])
    #expect(invoice.records.map(\.line) == [0, 1])
    #expect(invoice.total.text == "121.18")
  }

  @Test func `each record is rounded`() throws {
    var draft = draft()
    draft.rounding = Rounding(.up, to: 900, per: .record)
    let records = [1, 901, 900].map { Self.record("Acme/Website", Self.monday, $0) }
    let invoice = try draft.invoice(of: records, by: try rules([try rate(nil, "100")], tax: nil))
    #expect(invoice.seconds == 3600)
    #expect(invoice.records.map(\.seconds) == [900, 1800, 900])
    #expect(invoice.total.text == "100.00")
  }

  @Test func `records without a rate or with two currencies aren't billed`() throws {
    let records = [
      Self.record("Acme/Website", Self.monday, 60), Self.record("Acme/App", Self.monday, 60),
    ]
    let rates = [try rate("Acme/Website", "90")]
    #expect(throws: BillingError.rateMissing(tag: "Acme/App", day: Self.monday)) {
      try draft().invoice(of: records, by: try rules(rates))
    }
    #expect(throws: BillingError.currenciesDiffer("EUR", "CHF")) {
      try draft().invoice(of: records, by: try rules(rates + [try rate("Acme/App", "9", "CHF")]))
    }
    #expect(throws: BillingError.nothingToBill) {
      try draft().invoice(of: [], by: try rules(rates))
    }
  }

  @Test(arguments: [
    ([5399], [5340]), ([90, 90], [120, 60]), ([100, 100, 100], [120, 120, 60]),
    ([3600, 1200], [3600, 1200]), ([20], [20]), ([3599, 20], [3599, 20]),
    ([29, 29, 29], [29, 29, 29]),
  ])
  func `the minutes of lines add up to those of the summary, and short lines keep their seconds`(
    seconds: [Int],
    printed: [Int]
  ) throws {
    let records = seconds.enumerated().map { index, seconds in
      Self.record("Acme/Website", Self.monday + index, seconds)
    }
    let rules = try rules([try rate(nil, "100")], tax: nil)
    let invoice = try draft(.day).invoice(of: records, by: rules)
    #expect(invoice.lines.map(\.seconds) == printed)
    let shown = [invoice.seconds, seconds.reduce(0, +)].map { DurationFormat.text(seconds: $0) }
    #expect(shown[0] == shown[1])
    let hundred = try #require(DecimalNumber("100"))
    let amounts = printed.map { hundred.price(ofSeconds: $0, places: 2) }
    #expect(invoice.lines.map(\.amount) == amounts)
    #expect(invoice.total == DecimalNumber.sum(amounts, places: 2))
  }

  /// The sums of 300 random invoices, whose times are awkward parts of hours.
  @Test func `the amounts of lines add up to the sub-total, and tax is on the sub-total`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let whole = Int.random(in: 1...300, using: &random)
      let amount = "\(whole).\(Int.random(in: 1...9999, using: &random))"
      let code = ["EUR", "JPY", "KWD"].randomElement(using: &random) ?? "EUR"
      let records = (0..<Int.random(in: 1...40, using: &random)).map { index in
        let project = "Acme/\("ABC".randomElement(using: &random) ?? "A")"
        let seconds = Int.random(in: 1...9000, using: &random)
        return Self.record(project, Self.monday + index / 3, seconds)
      }
      let rules = try rules([try rate("Acme", amount, code), try rate("Acme/B", "33.3333", code)])
      let grouping = InvoiceDraft.Grouping.allCases.randomElement(using: &random) ?? .day
      let invoice = try draft(grouping).invoice(of: records, by: rules)
      let sum = invoice.lines.reduce(0) { $0 + $1.amount.units }
      let tax = try #require(invoice.tax)
      #expect(invoice.subtotal.units == sum)
      #expect(invoice.total.units == sum + tax.amount.units)
      #expect(tax.amount.units == (sum * 19 * 2 + 100) / 200)
      #expect(invoice.seconds == invoice.lines.reduce(0) { $0 + $1.seconds })
      let billed = invoice.records.reduce(0) { $0 + $1.seconds }
      let isInMinutes = invoice.lines.allSatisfy { $0.seconds % 60 == 0 }
      #expect(invoice.seconds == (isInMinutes ? billed / 60 * 60 : billed))
      for (index, line) in invoice.lines.enumerated() {
        let exact = invoice.records.filter { $0.line == index }.reduce(0) { $0 + $1.seconds }
        #expect(line.seconds > 0 && (isInMinutes ? 60 : 1) > abs(exact - line.seconds))
      }
      #expect(Set(invoice.lines.map(\.amount.places)) == [Currency(code)?.places ?? 2])
    }
  }
}
