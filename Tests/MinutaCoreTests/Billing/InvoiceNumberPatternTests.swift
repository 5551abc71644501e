import MinutaCore
import Testing

@Suite struct InvoiceNumberPatternTests {
  private let date = CivilTime(day: 20_759)

  @Test(arguments: [
    ("{year}-{number}", [], "2026-001"), ("{year}-{number}", ["2026-013", "2026-002"], "2026-014"),
    ("{year}-{number}", ["2025-900", "2026-", "2026-x", "2026-7a", "9"], "2026-001"),
    ("{year}-{number}", ["2026-1000000000"], "2026-1000000001"),
    ("{year}-{number}", ["2026-999"], "2026-1000"), ("{number}", ["41", "2026-100"], "042"),
    ("RE{year}{month}_{number}", ["RE202611_005", "RE202610_099"], "RE202611_006"),
    ("{number}-{year}", ["007-2026", "-2026", "2026"], "008-2026"),
  ])
  func `the next number follows the highest one`(
    pattern: String,
    numbers: [String],
    next: String
  ) throws {
    let pattern = try #require(InvoiceNumberPattern(pattern))
    #expect(pattern.next(after: numbers, on: date) == next)
  }

  @Test(arguments: [
    "", "2026", "{number}{number}", "{year}/{number}", "{day}-{number}", "{number} ", "Ä{number}",
    "../{number}",
  ])
  func `a pattern has one number and no other characters than a label's value`(pattern: String) {
    #expect(InvoiceNumberPattern(pattern) == nil)
  }

  @Test(arguments: [
    ("2026-014", true), ("A_b-9", true), ("", false), ("a/b", false), ("..", false), ("a.b", false),
    ("a b", false), (String(repeating: "9", count: 65), false),
  ])
  func `a number can be a file name and a label's value`(text: String, isNumber: Bool) {
    #expect(InvoiceNumberPattern.isNumber(text) == isNumber)
  }
}
