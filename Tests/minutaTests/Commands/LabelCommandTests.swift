import Foundation
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct LabelCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(
    arguments: [
      (["start", "Work", "+billable"], "Work", "#billable"),
      (["start", "+a", "Work", "+b=1"], "Work", "#a #b=1"),
      (
        ["start", "Work", "+ticket=R-12", "fix", "the login"], "Work", "fix the login #ticket=R-12"
      ),
      (["start", "Work", "+a", "--comment", "Fix", "--labels", "#b"], "Work", "Fix #b #a"),
      (["start", "--tag", "Work", "+a", "fix", "it"], "Work", "fix it #a"),
      (["start", "+client=R and D"], nil, ##"#client="R and D""##),
      (["log", "+a", "5m", "Work"], "Work", "#a"),
      (["log", "Work", "5m", "+a", "call"], "Work", "call #a"),
      (
        ["log", "Work", "--start", "2024-01-02 09:00", "--end", "2024-01-02 09:05", "+a", "call"],
        "Work", "call #a"
      ),
      (["switch", "Work", "+ü"], "Work", "#ü"),
      (["start", "Deep work", "+a"], "Deep work", "#a"),
      (["start", "Work", "Fix", "it", "+a"], "Work", "Fix it #a"),
      (["toggle", "Work", "+a", "--", "+b"], "Work", "+b #a"),
      (["StartTimer", "Work", "+a"], "Work", "#a"), (["start", "--", "+a"], "+a", nil),
      (["start", "--tag", "+a"], "+a", nil), (["start", "--tag", "+1h"], "+1h", nil),
      (["start", "+"], "+", nil),
    ] as [([String], String?, String?)]
  )
  func `words that begin with a plus sign are labels`(
    words: [String],
    tag: String?,
    comment: String?
  ) async throws {
    let output = try await fixture.run(["--json"] + words).output
    let value = try JSONValue(parsing: output)["value"]
    let record = value?["record"] ?? value?["records"]?.array?.first
    #expect(record?["tag"]?["name"]?.string == tag)
    #expect(record?["comment"]?.string == comment)
  }

  @Test func `paths and labels need no new format, and files of the original stay`() async throws {
    let tags = """
      {"tags": [{"id": "2F0E6F3A-0A2B-4C5D-8E9F-0123456789AB", "name": "Acme/Website/Design",
        "color": "#9083FF", "createdAt": "2024-01-01T00:00:00Z"}]}
      """
    let record = """
      {"id": "5F0E6F3A-0A2B-4C5D-8E9F-0123456789AB", "startTime": "2024-01-15T09:30:00Z",
       "endTime": "2024-01-15T10:00:00Z", "tagId": "2F0E6F3A-0A2B-4C5D-8E9F-0123456789AB",
       "comment": "Call #client=\\"R and D\\" #billable", "images": []}
      """
    try fixture.home.write(tags, to: "store/tags.json")
    let path = "store/records/2024/01/2024-01-15_093000.json"
    try fixture.home.write(record, to: path)
    for (group, key) in [("client", "Acme"), ("+client", "R and D"), ("label", "#billable")] {
      let rows = try await fixture.run("summary", "all", "--group-by", group, "--csv").output
      #expect(rows.contains("\(key),1800,1"), "\(rows)")
    }
    let words = ["log", "Acme/Website/Design", "30m", "+client=R and D", "+billable", "Call"]
    let value = try await fixture.outcome(words)["value"]
    let made = try #require(value?["record"])
    #expect(made["comment"] == #"Call #client="R and D" #billable"#)
    #expect(made["tagId"] == "2F0E6F3A-0A2B-4C5D-8E9F-0123456789AB")
    let content = try fixture.home.content(below: "store")
    #expect(content["records/2024/01/2024-01-15_093000.json"] == Data(record.utf8))
    #expect(content["tags.json"] == Data(tags.utf8))
  }

  @Test func `a stop adds labels and a text to the comment of its timer`() async throws {
    _ = try await fixture.run("start", "Work", "-m", "Call", "+a")
    let stopped = try await fixture.run("stop", "+billable", "-m", "with Ann", "--json")
    let record = try JSONValue(parsing: stopped.output)["value"]?["records"]?.array?.first
    #expect(record?["comment"]?.string == "Call\nwith Ann #a #billable")
    for tag in ["A", "B"] { _ = try await fixture.run("start", tag, "--parallel") }
    let both = try await fixture.run("stop", "+billable")
    #expect(
      both.status != 0 && both.errors.contains("'A'") && both.errors.contains("'B'"),
      "\(both)"
    )
  }

  @Test(
    arguments: [
      ("Fix the logout", "Fix the logout #client=Acme #billable"),
      ("Fix #ticket=R-12 today", "Fix #ticket=R-12 today"), ("", nil),
      ("--yes is better", "--yes is better #client=Acme #billable"),
    ] as [(String, String?)]
  )
  func `a new comment keeps the labels at the end of the old one unless it has labels`(
    comment: String,
    expected: String?
  ) async throws {
    try await fixture.shell("minuta log Work 5m +client=Acme +billable Fix the '#login' page")
    let outcome = try await fixture.outcome(["edit", "last", "--comment", comment])
    #expect(outcome["value"]?["record"]?["comment"]?.string == expected)
  }

  @Test func `labels are completed where they can be typed`() async throws {
    try await fixture.shell(
      """
      minuta log Work --start '2020-11-02 09:00' --end '2020-11-02 10:00' +rare
      minuta log Work 5m +billable +client=Zenith
      minuta log Work 4m +billable '+client=R and D'
      minuta log Work 3m +billable +client=Acme
      minuta log Work 2m +client
      minuta log Work 3m +client=Acme
      """
    )
    let all = ["billable", "client=Acme", "client", "client=R and D", "client=Zenith", "rare"]
    let client = all.dropFirst().dropLast()
    for (words, expected) in [
      (["start", "Work", "+"], all.map { "+\($0)" }),
      (["edit", "last", "+cl"], client.map { "+\($0)" }),
      (["log", "+client=A"], ["+client=Acme"]), (["log", "5m", "+client", "=", "Z"], ["Zenith"]),
      (["log", "5m", "+client", "="], ["Acme", "R and D", "Zenith"]),
      (["stop", "+b"], ["+billable"]),
      (["records", "--filter", "'#b"], ["#billable"]),
      (["records", "--filter", "+b"], ["+billable"]),
      (["records", "--filter", "\"tag:Work and (+b"], ["tag:Work and (+billable"]),
      (["records", "--filter", "tag:"], ["tag:Work"]), (["bulk", "'+b"], ["+billable"]),
      (["labels", "today", "+client=Z"], ["+client=Zenith"]),
      (["bulk", "image", "--add-label", "b"], ["billable"]),
      (["bulk", "image", "--remove-label", "+b"], ["+billable"]),
      (["start", "--labels", ""], all),
      (["summary", "--group-by", "+"], ["+client", "+billable", "+rare"]),
      (["summary", "--group-by", "la"], ["label"]),
    ] {
      let completed = try await fixture.run(["completions", "words"] + words)
      #expect(completed.output == expected.map { "\($0)\n" }.joined(), "\(words)")
    }
  }

  @Test(
    arguments: [
      (["+a", "or", "tag:Work"], 3), (["tag:Email", "+a", "or", "tag:Work"], 3),
      (["not", "+a"], 1),
      (["(", "+a", "or", "tag:Work", ")", "tag:Email"], 1), (["+a", "and", "tag:Email"], 1),
      (["tag:Work", "+a"], 1), (["+a", "+b"], 0), (["+a", "or", "+b"], 2),
    ] as [([String], Int)]
  )
  func `labels among conditions are conditions in their place`(words: [String], count: Int)
    async throws
  {
    for words in [["Work", "+a"], ["Work"], ["Email", "+a"]] {
      _ = try await fixture.run(["log", "30m"] + words)
    }
    let list = try await fixture.outcome(["records", "all"] + words)["value"]?["records"]
    #expect(list?.array?.count == count)
  }

  private func content(_ path: String) throws -> String {
    let bytes = try fixture.content()[path] ?? nil
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }
}
