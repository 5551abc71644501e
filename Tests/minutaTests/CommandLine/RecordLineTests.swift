import Testing

@testable import minuta

@Suite struct RecordLineTests {
  @Test(arguments: [
    "385E00D8  2026-11-23 09:00 - 10:30  Acme/Website | Fix the login #billable",
    "385E00D8  2026-11-23 09:00:05 - 10:30  client work",
    "385E00D8  2026-11-22 23:00 - 2026-11-23 01:00 | Night",
    "385E00D8  2026-11-23 09:00 - running  Work",
    "2026-11-23 09:00 - 10:30  Work | First line\\nsecond line, a \\| and a \\\\",
    #"2026-11-23 09:00 - 10:30  a\|b"#,
    "385E00D8  2026-11-23 09:00 - 10:30",
  ])
  func `a line is parsed and written`(line: String) throws {
    #expect(try RecordLine(parsing: line[...])?.text == line)
  }

  @Test(arguments: [
    ("2026-11-23 09:00-10:30 Work", "2026-11-23 09:00 - 10:30  Work"),
    ("2026-11-23 09:00-2026-11-24 10:30", "2026-11-23 09:00 - 2026-11-24 10:30"),
    ("2026-11-23 09:00-running", "2026-11-23 09:00 - running"),
  ])
  func `a line needs no blanks around the dash`(line: String, expected: String) throws {
    #expect(try RecordLine(parsing: line[...])?.text == expected)
  }

  @Test(arguments: ["", "   ", "# Remark", "  # Remark | with | bars"])
  func `a blank line or a remark is no record`(line: String) throws {
    #expect(try RecordLine(parsing: line[...]) == nil)
  }

  @Test(arguments: [
    "385E00D8", "385E00D8 09:00 - 10:30", "2026-11-23 09:00", "2026-11-23 09:00 -",
    "2026-11-23 09:00-",
    "2026-11-23 09:00 - soon  Work", "2026-11-23 9 - 10:30 Work", "2026-11-23 09:00 10:30 Work",
    "2026-11-23 09:00 - 2026-11-24  Work", "2026-11-23 09:00 - 2026-11-24 running",
    "2026-11-23 09:00 - 10:30  Work | a | b", "Work 2026-11-23 09:00 - 10:30 x | y | z",
  ])
  func `a line of another form is a mistake`(line: String) throws {
    #expect(throws: RecordLine.Mistake.self) { try RecordLine(parsing: line[...]) }
  }
}
