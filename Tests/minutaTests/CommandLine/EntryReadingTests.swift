import Testing

@testable import minuta

/// Tests how the readings of a command line are shown to a person.
@Suite struct EntryReadingTests {
  @Test(arguments: [
    (
      [("tag", "Email"), ("start", "friday 12:00"), ("end", "13:00")],
      "'Email', friday 12:00 to 13:00"
    ),
    ([("tag", "Phase"), ("at", "9")], "'Phase', at 9"),
    ([("tag", "Mail"), ("name", "Big Mail")], "'Mail', new name 'Big Mail'"),
    ([("record", "@1"), ("end", "12:40")], "@1, end 12:40"),
    (
      [("tag", "Beta"), ("labels", "ticket=77"), ("duration", "1h")],
      "'Beta', +ticket=77, duration 1h"
    ),
    (
      [("comment", "Fix the login"), ("timeZone", "UTC")],
      "comment 'Fix the login', time zone UTC"
    ),
  ])
  func `a reading is shown in words`(values: [(String, String)], title: String) {
    #expect(EntryReading(values: values.map { (name: $0.0, word: $0.1) }).title == title)
  }

  @Test func `a tag that may not be meant is shown as a new one`() {
    let reading = EntryReading(values: [("tag", "Work the login")], hasDoubtfulTag: true)
    #expect(reading.title == "the new tag 'Work the login'")
  }
}
