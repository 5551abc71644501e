import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct FilterParserTests {
  private static let now = instant("2026-11-20T12:00:00Z")

  static func filter(_ text: String) throws -> RecordFilter {
    try FilterParser(now: now, days: LocalCalendar(timeZone: zurich)) { .name($0) }.filter(text)
  }

  private static let work = RecordFilter.tag(.name("Work"), .subtree)

  private static func label(_ text: String) -> RecordFilter {
    Label(parsing: text).map { .label($0) } ?? .all
  }

  @Test(
    arguments: [
      ("tag:Work", work),
      ("  tag:Work  ", work),
      (#"tag:"R, D""#, .tag(.name("R, D"), .subtree)),
      (#"tag:"say \"hi\" \\""#, .tag(.name(#"say "hi" \"#), .subtree)),
      ("tag:日本語", .tag(.name("日本語"), .subtree)),
      ("tag:not", .tag(.name("not"), .subtree)),
      ("tag:-u", .tag(.name("-u"), .subtree)),
      ("tag:a:b", .tag(.name("a:b"), .subtree)),
      ("tag:=Work", .tag(.name("Work"), .exact)), ("tag:Work/", .tag(.name("Work"), .below)),
      (#"tag:="R, D""#, .tag(.name("R, D"), .exact)),
      (#"tag:"R, D/""#, .tag(.name("R, D"), .below)),
      (#"tag:"=Work""#, .tag(.name("=Work"), .subtree)), ("tag:/", .tag(.name("/"), .subtree)),
      ("not tag:=Work/Home", .not(.tag(.name("Work/Home"), .exact))), ("text:=5", .text("=5")),
      ("text:call", .text("call")),
      ("untagged", .untagged), ("running", .running), ("image", .image),
      ("duration>1h30m", .duration(.more, 5400)), ("duration>=90m", .duration(.atLeast, 5400)),
      ("duration<0:30", .duration(.less, 1800)), ("duration<=30m", .duration(.atMost, 1800)),
      ("duration=0s", .duration(.equal, 0)),
      ("not running", .not(.running)), ("not not running", .not(.not(.running))),
      ("tag:Work running", .both(work, .running)), ("tag:Work and running", .both(work, .running)),
      ("image or tag:Work running", .either(.image, .both(work, .running))),
      ("(image or tag:Work) running", .both(.either(.image, work), .running)),
      ("not tag:Work or image", .either(.not(work), .image)),
      ("not (image or running)", .not(.either(.image, .running))),
      (#"tag:Work and not text:"call""#, .both(work, .not(.text("call")))),
      ("+billable", label("billable")), ("#Billable", label("billable")), ("+a=", label("a")),
      ("+ticket=R-12", label("ticket=R-12")), (#"#ticket="R 12""#, label("ticket=R 12")),
      ("+ticket='R 12'", label("ticket=R 12")), ("not +a=1", .not(label("a=1"))),
      ("(+a or #b)image", .both(.either(label("a"), label("b")), .image)),
      ("tag:+a", .tag(.name("+a"), .subtree)),
      ("+読む=é", label("読む=é")), (#"+a="\u0022\""#, .label(Label("a", #""\"#))),
      ("text:'a", .text("'a")),
    ] as [(String, RecordFilter)]
  )
  func `filters are parsed`(text: String, expected: RecordFilter) throws {
    #expect(try Self.filter(text) == expected)
  }

  @Test func `a range in a filter uses the time zone of the call`() throws {
    let range = try #require(RangeParser(now: Self.now, timeZone: zurich).range("lastWeek"))
    #expect(try Self.filter("in:lastWeek") == .range(range))
  }

  @Test(
    arguments: [
      ("", .missingCondition, 0), ("   ", .missingCondition, 3), ("and", .missingCondition, 0),
      ("tag:Work and", .missingCondition, 12), ("not", .missingCondition, 3),
      ("tag:Work or or image", .missingCondition, 12), ("()", .missingCondition, 1),
      ("(image", .openBracket, 0), ("image)", .unexpected(")"), 5),
      (#"tag:"Work"#, .openQuote, 0), ("Work", .unknown("Work"), 0),
      ("image tga:Work", .unknown("tga:Work"), 6), ("tag=Work", .unknown("tag=Work"), 0),
      ("text:", .unknown("text:"), 0), ("in:sometime", .notARange("sometime"), 0),
      ("duration>long", .notADuration("long"), 0), ("duration:1h", .unknown("duration:1h"), 0),
      ("Untagged", .unknown("Untagged"), 0), (#""call""#, .unknown(#"""#), 0),
      ("+", .unknown("+"), 0), ("#", .unknown("#"), 0), ("image +a:b", .unknown("+a:b"), 6),
      ("+a>1", .unknown("+a>1"), 0), ("+a!", .unknown("+a!"), 0), ("+a='b", .openQuote, 0),
      ("++a", .unknown("++a"), 0),
    ] as [(String, FilterSyntaxError.Kind, Int)]
  )
  func `an invalid filter is rejected with the position of the error`(
    text: String,
    kind: FilterSyntaxError.Kind,
    place: Int
  ) {
    #expect(throws: FilterSyntaxError(kind, at: place)) { try Self.filter(text) }
  }

  @Test func `a deeply nested filter is rejected without a crash`() {
    for text in [
      String(repeating: "(", count: 100_000), String(repeating: "not ", count: 100_000),
      String(repeating: "image ", count: 5000),
    ] {
      #expect(throws: FilterSyntaxError.self) { try Self.filter(text) }
    }
  }

  @Test func `E50 the sums of a filter and its negation add up to the total`() throws {
    var random = SeededGenerator(seed: 50)
    let tags = ["Work", "Work/Email"].map { Tag(id: UUID(), name: $0, createdAt: Self.now) }
    let records = (0..<400).map { _ in
      let start = Self.now.addingTimeInterval(
        -Double(Int.random(in: 0...2_000_000, using: &random))
      )
      let length = Double([0, 600, 5400].randomElement(using: &random) ?? 0)
      return TimeRecord(
        id: UUID(),
        startTime: start,
        endTime: Bool.random(using: &random) ? start.addingTimeInterval(length) : nil,
        tagId: [tags[0].id, tags[1].id, nil].randomElement(using: &random) ?? nil,
        comment: ["a CALL #x=1", "mail #y", nil].randomElement(using: &random) ?? nil,
        images: Bool.random(using: &random) ? ["a.png"] : []
      )
    }.sorted(by: TimeRecord.isBefore)
    let rows = InMemoryRowSource(records, now: Self.now)
    let list = TagList(tags)
    let plan = SummaryQuery(range: TimeRange(timeZone: zurich), by: [.tag], now: Self.now)
    let whole = plan.summary(of: rows).totalSeconds
    for text in [
      "tag:work", "untagged", "text:call", "running", "image", "duration>10m", "in:2026-11-20",
      "tag:Work and not text:call", "+x", "#x=1", "not +y", "+x=1 or tag:Work",
      "image or duration=0s", "not (tag:Work/Email or running)", "tag:=Work", "tag:work/",
    ] {
      let filter = try Self.filter(text)
      let parts = try [filter, .not(filter)].map { filter in
        let compiled = try filter.compiled(rows.lookup) { tag, scope throws(TrackingError) in
          try list.ids(tag, scope)
        }
        return plan.summary(of: rows, where: compiled).totalSeconds
      }
      #expect(parts.reduce(0, +) == whole, "\(text)")
      #expect(parts[0] < whole, "\(text)")
    }
  }
}
