import MinutaCore
import MinutaExport
import Testing

struct TimeTextTests {
  /// Returns a text such as `2024-05-17 08:30`, or the reason why there is no time.
  private func reading(_ text: String, _ order: DateOrder?) -> String {
    do throws(TimeText.Problem) {
      return switch try TimeText(text, order: order) {
      case .instant(let seconds): "\(seconds) UTC"
      case .local(let time): "\(time.dateText) \(time.clockText)"
      case .date(let date): date.dateText
      case .clock(let seconds): "\(seconds) s"
      }
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("2024-05-17", "2024-05-17"), (" 2024/5/7 ", "2024-05-07"), ("2024.05.17", "2024-05-17"),
    ("17.05.2024", "2024-05-17"), ("7.5.24", "2024-05-07"), ("05/17/2024", "needsDateOrder"),
    ("05-06-2024", "needsDateOrder"), ("24/05/17", "needsDateOrder"),
    ("2024-05-17 08:30", "2024-05-17 08:30"), ("2024-05-17T8:30:15", "2024-05-17 08:30:15"),
    ("17.05.2024, 08:30", "2024-05-17 08:30"), ("2024-05-17 8:30 PM", "2024-05-17 20:30"),
    ("2024-05-17 24:00", "2024-05-18 00:00"), ("08:30", "30600 s"), ("8:30:15.250", "30615 s"),
    ("12:00 AM", "0 s"), ("12:30 pm", "45000 s"), ("11:59:59\u{202F}PM", "86399 s"),
    ("9:15 p.m.", "76500 s"), ("13:00 PM", "46800 s"), ("00:30 am", "1800 s"),
    ("0:30 PM", "45000 s"),
    ("2024-05-17T08:30:00Z", "1715934600 UTC"), ("2024-05-17 10:30:00+02:00", "1715934600 UTC"),
    ("2024-05-17T10:30:00.123 +0200", "1715934600 UTC"), ("1715934600", "1715934600 UTC"),
    ("1715934600999", "1715934600 UTC"), ("123456789", "123456789 UTC"),
    ("2024-05-17 10:30:00+02", "1715934600 UTC"), ("2024-05-17 03:30:00.5-05", "1715934600 UTC"),
    ("1715934600.5", "1715934600 UTC"), ("17 May 2024", "2024-05-17"),
    ("May 17, 2024", "2024-05-17"), ("17-May-24 8:30 PM", "2024-05-17 20:30"),
    ("17. März 2024 08:30", "2024-03-17 08:30"), ("17 août 2024", "2024-08-17"),
    ("mar. 5 mars 2024", "2024-03-05"), ("Martes, 2 abril 2024", "2024-04-02"),
    ("May 3rd, 2024", "2024-05-03"), ("viernes, 17 dic. 2024", "2024-12-17"),
    ("Fri, 17 May 2024 10:30:00 +0200", "1715934600 UTC"),
    ("Fri, 17 May 2024 08:30:00 GMT", "1715934600 UTC"),
    ("Fri May 17 2024 10:30:00 GMT+0200 (Central European Summer Time)", "1715934600 UTC"),
  ])
  func `times of many programs are read`(_ text: String, _ expected: String) {
    #expect(reading(text, nil) == expected)
  }

  @Test(arguments: [
    "", " ", "T", "x", "2024", "2024-05", "2024-02-30", "2024-13-01", "2024-5-17-1", "2024-05/17",
    "20240517", "123-05-17", "2024-05-17 8", "2024-05-17 08:60", "25:00", "24:01", "08:30Z", "8:3",
    "08:30:00 XM", "13:00 AM", "2024-05-17 08:30 +2", "17.05.", "..", "1..2",
    "99999999999999999999",
    "2024-05-17T08:30:00Z x", "May 2024", "31 Feb 2024", "Friday", "17 Mayo", "5x May 2024",
    "17 May 20245", "Fri Sat 17 May 2024", "17 May 2024 noon", "-05-17", "0000-01-01", "９:30",
  ])
  func `other texts aren't times`(_ text: String) {
    #expect(reading(text, .dayMonthYear) == "invalid")
  }

  @Test(arguments: [
    ("05/06/2024", "2024-06-05", "2024-05-06", "invalid"),
    ("17-05-2024 08:30", "2024-05-17 08:30", "invalid", "invalid"),
    ("7/27/22", "invalid", "2022-07-27", "invalid"),
    ("24/05/17", "2017-05-24", "invalid", "2024-05-17"),
    ("2024-05-06", "2024-05-06", "2024-05-06", "2024-05-06"),
  ])
  func `the order of day and month decides`(
    _ text: String,
    _ day: String,
    _ month: String,
    _ year: String
  ) {
    #expect(reading(text, .dayMonthYear) == day)
    #expect(reading(text, .monthDayYear) == month)
    #expect(reading(text, .yearMonthDay) == year)
  }

  @Test(arguments: [
    ("0.25", 0.25), ("0,25", 0.25), ("1.234,50", 1234.5), ("1,234.50", 1234.5), ("20,0", 20),
    ("1 234,5", 1234.5), ("1'234.5", 1234.5), ("1.234.567", 1_234_567), ("7", 7), ("-0,5", -0.5),
    (".5", 0.5), ("5,", 5), ("1\u{A0}234", 1234),
  ])
  func `numbers are read in any locale`(_ text: String, _ expected: Double) {
    #expect(DecimalText.value(text) == expected)
  }

  @Test(arguments: [
    "", "-", ",", "1,2,3", "1.2345.6", "1,234.567,8", "1e3", "٣", "0x1", "1-2", "+1",
  ])
  func `other texts aren't numbers`(_ text: String) {
    #expect(DecimalText.value(text) == nil)
  }

  @Test(
    arguments: [
      ("1:30", nil, 5400), ("01:30:15", nil, 5415), ("-0:15", nil, -900), ("100:00", nil, 360_000),
      ("0:00:30.9", nil, 30), ("1.5", nil, 5400), ("1,25", nil, 4500), ("24", nil, 86_400),
      ("25", nil, nil), ("7260", .seconds, 7260), ("90", .minutes, 5400), ("12.5", .minutes, 750),
      ("100", .hours, 360_000), ("0,01", nil, 36), ("1h 30m", nil, 5400), ("PT1H30M", nil, 5400),
      ("1:60", nil, nil), ("1:5", nil, nil), (":30", nil, nil), ("long", nil, nil), ("", nil, nil),
      ("999999999999", .hours, nil), ("-25.5", nil, -91_800),
      ("1.800", .seconds, nil), ("3,600", .seconds, nil), ("1,500", .minutes, nil),
      ("1,800.0", .seconds, 1800), ("0.125", .minutes, 8), ("1.333", .hours, 4799),
    ] as [(String, DurationUnit?, Int?)]
  )
  func `a duration is read with its unit, in each notation`(
    _ text: String,
    _ unit: DurationUnit?,
    _ expected: Int?
  ) {
    #expect(DurationText.seconds(text, unit) == expected)
  }
}
