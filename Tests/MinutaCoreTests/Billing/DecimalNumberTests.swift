import Foundation
import MinutaCore
import Testing

@Suite struct DecimalNumberTests {
  @Test(arguments: [
    ("0", 0, 0), ("85", 85, 0), ("85.50", 855, 1), ("0.125", 125, 3), ("100.0000", 100, 0),
    ("007", 7, 0), ("9999999.9999", 99_999_999_999, 4),
  ])
  func `digits with a fraction are a number`(text: String, units: Int, places: Int) {
    #expect(DecimalNumber(text) == DecimalNumber(units: units, places: places))
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "-1", "+1", "1e2", "1,5", "1.2.3", "1 0", "0.00001", "10000000", "٣",
    "0x10", "NaN",
  ])
  func `other text is no number`(text: String) {
    #expect(DecimalNumber(text) == nil)
  }

  @Test(arguments: ["1.00000000000000000000000000000", "999999999999999", "-1.00", "1.2.3", ""])
  func `a damaged amount is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DecimalNumber.self, from: Data("\"\(text)\"".utf8))
    }
  }

  @Test(arguments: ["0.00", "12345678901234.00", "1.1000"])
  func `an amount is read as it was written`(text: String) throws {
    let read = try JSONDecoder().decode(DecimalNumber.self, from: Data("\"\(text)\"".utf8))
    #expect(read.text == text)
  }

  @Test(arguments: [
    ("85", 2, "85.00"), ("85.5", 2, "85.50"), ("85.125", 2, "85.125"), ("0.05", 0, "0.05"),
    ("1200", 0, "1200"),
  ])
  func `a number has at least the given places`(text: String, places: Int, result: String) throws {
    #expect(try #require(DecimalNumber(text)).text(places: places) == result)
  }

  /// Prices computed by hand: seconds × rate / 3600, rounded half up.
  @Test(arguments: [
    ("100", 3600, 2, "100.00"), ("100", 1200, 2, "33.33"), ("100", 2400, 2, "66.67"),
    ("85.50", 900, 2, "21.38"), ("85.125", 1, 2, "0.02"), ("0.01", 1799, 2, "0.00"),
    ("0.01", 1800, 2, "0.01"), ("36", 1, 2, "0.01"), ("18", 1, 2, "0.01"), ("17.99", 1, 2, "0.00"),
    ("9000", 1, 0, "3"), ("8999.9999", 1, 0, "2"), ("1.5", 3600, 3, "1.500"), ("70", 0, 2, "0.00"),
    ("1.005", 3600, 2, "1.01"), ("2.675", 3600, 2, "2.68"), ("1.115", 360_000, 2, "111.50"),
    ("9999999", 3_600_000, 2, "9999999000.00"),
  ])
  func `a price is exact and rounded half up`(
    rate: String,
    seconds: Int,
    places: Int,
    price: String
  ) throws {
    let rate = try #require(DecimalNumber(rate))
    #expect(rate.price(ofSeconds: seconds, places: places).text == price)
  }

  @Test(arguments: [
    ("19", 10_000, "19.00"), ("7.7", 3333, "2.57"), ("8.1", 1, "0.00"), ("50", 1, "0.01"),
    ("0", 99, "0.00"), ("19", 12_345, "23.46"), ("2.5", 20, "0.01"), ("2.4999", 20, "0.00"),
  ])
  func `a percentage is exact and rounded half up`(
    percent: String,
    cents: Int,
    amount: String
  ) throws {
    let percent = try #require(DecimalNumber(percent))
    #expect(percent.percentage(of: DecimalNumber(units: cents, places: 2)).text == amount)
  }

  @Test(arguments: [("EUR", 2), ("CHF", 2), ("JPY", 0), ("KWD", 3)])
  func `a currency has its decimal places`(code: String, places: Int) {
    #expect(Currency(code)?.places == places)
  }

  @Test(arguments: ["", "eur", "EU", "EURO", "€", "E R", "ÄÖÜ"])
  func `a currency has three capital letters`(code: String) {
    #expect(Currency(code) == nil)
  }
}
