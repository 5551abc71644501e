import MinutaTestSupport
import Testing

/// Tests the messages for times, ranges and names that can't be meant.
@Suite(.timeLimit(.minutes(10))) struct EntryErrorTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(arguments: [
    (["today", "monday"], "'today' and 'monday' both give a range. Give one of them."),
    (
      ["yesterday", "last", "week"],
      "'yesterday' and 'last week' both give a range. Give one of them."
    ),
    (
      ["list", "week", "by", "tag"],
      "'minuta records' doesn't group. Use 'minuta summary week by tag'."
    ),
    (["list", "week", "Work,Acme"], "There is no tag 'Work'. 'week' was read as the range."),
    (
      ["install", "--prefix", ""], "The value of '--prefix' is empty. Give it the path of a folder."
    ),
    (
      ["log", "Offsite", "yestreday", "9-12"],
      "There is no tag 'Offsite yestreday', and 'yestreday' looks like 'yesterday'. To make a tag of this "
        + "name, use --tag 'Offsite yestreday'."
    ),
    (
      ["summary", "last", "moth"],
      "'last moth' is not valid for 'range'. Use a range such as last month."
    ),
    (
      ["log", "11/24/2026", "13:00-17:00"],
      "'11/24/2026' looks like a date or a time, but can't be read as one. Write the date as 2026-11-24, "
        + "or use '--tag' for a tag of this name."
    ),
    (
      ["log", "Work", "yesterday", "9"],
      "Say how long or when: 'minuta log Work 1h' or 'minuta log Work 9:00-10:30'. 'yesterday 9' was "
        + "read as the start."
    ),
    (
      ["log", "Work", "30", "feb", "9-10"],
      "'30 feb 9' is on a day that doesn't exist. The month ends on 28 feb."
    ),
    (
      ["log", "Work", "1200", "weeks", "ago", "9-10"],
      "'1200 weeks ago' looks like a date or a time, but can't be read as one. Write a time as 9:30, a "
        + "date as 2026-10-30 or '30 oct', or use '--tag' for a tag of this name."
    ),
    (["log"], "Say how long or when: 'minuta log 1h' or 'minuta log 9:00-10:30'."),
    (
      ["log", "Work", "1d"],
      "'1d' is a time or days. To name a tag so anyway, write --tag 1d."
    ),
    (
      ["tag-rename", "Acme", "last week"],
      "'last week' is a time or days. To name a tag so anyway, write --name 'last week'."
    ),
    (
      ["start", "@1"],
      "'@1' is a record, not a tag. Use 'minuta resume @1', or '--tag' for a tag of this name."
    ),
    (
      ["resume", "Alpha"],
      "There is no record 'Alpha'. To start a timer with this tag, use 'minuta start Alpha'."
    ),
    (
      ["resume", "client", "work"],
      "There is no record 'client work'. To start a timer with this tag, use 'minuta start client "
        + "work'."
    ),
    (
      ["log", "Foo", "2x"],
      "'2x' is not a time or a duration. Say how long or when: 'minuta log Foo 1h' or 'minuta log Foo "
        + "9:00-10:30'."
    ),
    (
      ["log", "Q", "7h30-8h"],
      "'7h30-8h' is not a time or a duration. Say how long or when: 'minuta log Q 1h' or 'minuta log Q "
        + "9:00-10:30'."
    ),
    (
      ["fill", "Work", "8:30-9:00"],
      "'8:30-9:00' is a time, not a range of days. Use 'minuta log Work 8:30-9:00'."
    ),
    (
      ["log", "Work", "90"],
      "Say how long or when: 'minuta log Work 90 1h' or 'minuta log Work 90 9:00-10:30'. If '90' means "
        + "minutes, write 90m."
    ),
  ])
  func `a name that looks like something else is refused`(words: [String], message: String)
    async throws
  {
    let result = try await fixture.run(words)
    #expect(result.errors == "minuta: \(message)\n")
    #expect(result.status != 0)
  }

  @Test(arguments: [
    (
      ["summary", "week", "--from", "monday"],
      "'week' and '--from' both give a range. Give one of them."
    ),
    (
      ["summary", "--week", "--month"],
      "'--week' and '--month' both give a range. Give one of them."
    ),
    (
      ["summary", "--from", "foo"],
      "'--from' takes one day, such as monday or 2026-11-02, not 'foo'. Give a whole range without a "
        + "flag."
    ),
    (["records", "--last", "x"], "'--last' takes a whole number, not 'x'."),
    (
      ["records", "last", "5"],
      "'last 5' is not a range. Use 'last 5 days', or '--last 5' for the newest 5 records."
    ),
    (
      ["summary", "2026-11-20..2026-11-01"],
      "'2026-11-20..2026-11-01' is not valid for 'range'. Use a range that ends after it starts, such "
        + "as 2026-11-01..2026-11-20."
    ),
    (
      ["summary", "2026-11-31"],
      "'2026-11-31' is not valid for 'range'. Use a day that exists, such as 2026-11-30."
    ),
    (
      ["list", "2026-13-40"],
      "'2026-13-40' is not valid for 'range'. Use a day that exists, such as 2026-12-31."
    ),
    (
      ["list", "31", "Feb"],
      "'31 Feb' is not valid for 'range'. Use a day that exists, such as 28 feb."
    ),
    (
      ["summary", "by", "foo"],
      "'foo' is not a grouping. Group by tag, client, tag:1, day, week, month, year, weekday, hour, "
        + "comment or label, or by a label such as +client."
    ),
    (
      ["summary", "last"],
      "'last' is not a range. Use 'last week', 'last month' or 'last 7 days'."
    ),
    (["summary", "week", "54"], "There is no tag '54'. 'week' was read as the range."),
  ])
  func `a range that can't be meant is named with its mistake`(words: [String], message: String)
    async throws
  {
    let result = try await fixture.run(words)
    #expect(result.errors == "minuta: \(message)\n")
    #expect(result.status != 0)
  }

  @Test(arguments: [
    (
      ["import", "togl", "time.csv"],
      "Can't read 'togl': No such file or directory. If you mean the format, write 'toggl'."
    ),
    (
      ["import", "toggl"],
      "Can't read 'toggl': No such file or directory. Name the file after the format: "
        + "'minuta import toggl FILE'."
    ),
    (["bulk", "delete", "Q"], "'delete' isn't a filter. Use 'minuta bulk tag:Q --delete'."),
    (
      ["bulk", "delete", "client", "work"],
      #"'delete' isn't a filter. Run `minuta bulk 'tag:"client work"' --delete` instead."#
    ),
    (
      ["delete", "--tag", "Q"],
      "There is no flag '--tag'. To delete all records of a filter, use 'minuta bulk tag:TAG --delete'."
    ),
    (
      ["export", "last", "week", "xlsx"],
      "'xlsx' is not a format (did you mean 'csv'?). Name one, such as 'minuta export csv last "
        + "week': csv, daysheet, html, icalendar, json, jsonl, kimai, klog, markdown, org, timeclock, "
        + "timewarrior, toggl, watson."
    ),
    (
      ["start", "X", "--client", "Acme"],
      "There is no flag '--client'. A client is the first part of a tag. Use 'minuta start Acme/X'."
    ),
    (
      ["log", "2h", "Web", "--project=P", "--client", "Acme", "+a"],
      "There is no flag '--project'. A project is a part of a tag. Use 'minuta log 2h Acme/P/Web +a'."
    ),
    (
      ["start", "-p", "My App"],
      "There is no flag '-p'. A project is a part of a tag. Run `minuta start 'My App'` instead."
    ),
    (
      ["summary", "last", "week", "--client", "Acme"],
      "There is no flag '--client'. A client is the first part of a tag. Use 'minuta summary last week "
        + "Acme'."
    ),
    (
      ["edit", "@1", "--client", "Acme"],
      "There is no flag '--client'. A client is the first part of a tag. Use 'minuta edit @1 --tag "
        + "Acme'."
    ),
    (
      ["bulk", "delete", "--tag", "X"],
      "There is no flag '--tag'. To select the records of a tag, use 'minuta bulk tag:X --delete'. To "
        + "change their tag, use '--retag'."
    ),
    (["edit", "@1", "--stop", "9:00"], "There is no flag '--stop' (did you mean '--end'?)."),
    (
      ["edit", "@1", "tag", "Acme"],
      "To set the tag, use 'minuta edit @1 --tag Acme'."
    ),
    (
      ["edit", "last", "comment", "Fix", "it"],
      "To set the comment, run `minuta edit last --comment 'Fix it'` instead."
    ),
    (
      ["summary", "--decimal"],
      "There is no flag '--decimal' (did you mean '--format decimal'?)."
    ),
    (
      ["log", "Work", "1h", "--at", "9:00"],
      "There is no flag '--at' (did you mean '--start'?)."
    ),
    (
      ["bulk", "all", "--label", "a"],
      "There is no flag '--label' (did you mean '--add-label'?)."
    ),
  ])
  func `a mistake leads to the command line that works`(words: [String], message: String)
    async throws
  {
    let result = try await fixture.run(words)
    #expect(result.errors == "minuta: \(message)\n")
    #expect(result.status == 2)
  }
}
