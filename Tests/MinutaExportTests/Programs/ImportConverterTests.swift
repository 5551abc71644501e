import Foundation
import MinutaExport
import MinutaTestSupport
import Testing

/// The scripts in `Examples/import-converters` convert the files in `Fixtures/converters`.
struct ImportConverterTests {
  private static let folder = "Examples/import-converters"

  private static func scripts(_ ending: String) -> [String] {
    let path = "\(PackageDirectory.path)/\(folder)"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.sorted()
  }

  @Test(arguments: scripts(".awk"))
  func `a converter in awk reads the files of its program`(_ script: String) async throws {
    try await expectRecords(script)
  }

  @Test(.requires("jq"), arguments: scripts(".jq"))
  func `a converter in jq reads the files of its program`(_ script: String) async throws {
    try await expectRecords(script)
  }

  private func expectRecords(_ script: String) async throws {
    let name = String(script.prefix { $0 != "." })
    let folder = "\(ImportFixtureTests.folder)/converters/\(name)"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!files.isEmpty)
    for file in files {
      let result = try await convert("\(folder)/\(file)", with: script)
      #expect(result.status == 0 && result.errors == "")
      try expectSnapshot(records(result.output), "import/converter-\(name)-\(file).txt")
    }
  }

  @Test(
    arguments: [
      (
        #"2024-05-17 08:30 - 2024-05-17 09:00 | a \| b | "c" \\ | d"#,
        #"2: 2024-05-17 08:30 to 2024-05-17 09:00 | a | b | "\"c\" \\ | d" | "#
      ),
      (
        "2024-05-17 08:30 - 2024-05-17 09:00 | a\r",
        "2: 2024-05-17 08:30 to 2024-05-17 09:00 | a | "
      ),
      ("2024-05-17 09:00 | a", "2: skipped, running"),
      ("2024-05-17 - 09:00 | a", #"2: invalid, missing("start")"#),
      ("  2024-05-17 08:30 - 2024-05-17 09:00 | a", ""),
    ]
  )
  func `an activity of bartib becomes a record`(_ line: String, _ expected: String) async throws {
    try await expectRecords("bartib.awk", line + "\n", expected)
  }

  @Test(
    .requires("jq"),
    arguments: [
      // Times that are at most 5 minutes apart are one, also in several buckets.
      (
        [
          [
            event("07:15:00.9+00:00", "60.4", presence), event("07:00:00Z", "600", presence),
            event("07:01:00Z", "60", presence),
          ], [event("07:21:01Z", "60", presence)],
        ],
        """
        2: 2024-05-17T07:00:00Z to 2024-05-17T07:16:00Z |  |  | id not-afk 2024-05-17T07:00:00Z
        3: 2024-05-17T07:21:01Z to 2024-05-17T07:22:01Z |  |  | id not-afk 2024-05-17T07:21:01Z
        """
      ),
      (
        [
          [
            event("07:00:00Z", "60", #"{"status": "afk"}"#), event("07:00:00Z", "0", presence),
            event("07:00:00Z", "60", #"{"app": "Editor"}"#),
            event("07:00:00Z", "0", #"{"running": true, "label": "a"}"#),
          ], [event("07:00:00Z", "60", #"{"running": false, "label": "\"b\", #c"}"#)],
        ],
        #"2: 2024-05-17T07:00:00Z to 2024-05-17T07:01:00Z |  | "\"b\", #c" |  | "#
          + "id stopwatch 2024-05-17T07:00:00Z"
      ),
      ([[], []], ""),
    ]
  )
  func `events of ActivityWatch become records, joined if they are close`(
    _ buckets: [[String]],
    _ expected: String
  ) async throws {
    let values = buckets.map { #"{"events": [\#($0.joined(separator: ", "))]}"# }
    let members = values.enumerated().map { "\"bucket \($0)\": \($1)" }
    let list = "[\(values.joined(separator: ", "))]"
    let object = "{\(members.joined(separator: ", "))}"
    for text in ["{\"buckets\": \(list)}", "{\"buckets\": \(object)}", list, object] {
      try await expectRecords("activitywatch.jq", text, expected)
    }
  }

  private static let presence = #"{"status": "not-afk"}"#

  private static func event(_ time: String, _ duration: String, _ data: String) -> String {
    #"{"timestamp": "2024-05-17T\#(time)", "duration": \#(duration), "data": \#(data)}"#
  }

  @Test(
    .requires("jq"),
    arguments: [
      (
        #""a": {"title": "A", "tagIds": ["t", "TODAY"], "timeSpentOnDay": {"2025-01-02": 1499}}"#,
        ##"2: 1 s on 2025-01-02 |  | "A #tag=\"billable\"" |  | id a 2025-01-02"##
      ),
      (
        #""a": {"title": "A", "timeSpentOnDay": {"2025-01-03": 2000, "2025-01-02": 499}}"#,
        ##"2: 2 s on 2025-01-03 |  | "A" |  | id a 2025-01-03"##
      ),
      (
        #""p": {"title": "P", "subTaskIds": ["s"], "tagIds": ["u", "t"], "timeSpentOnDay": {}}, "#
          + #""s": {"title": "S", "parentId": "p", "tagIds": ["v", "u"], "#
          + #""timeSpentOnDay": {"2025-01-02": 1000}}"#,
        ##"2: 1 s on 2025-01-02 |  | "P: S #v #tag=\"a \\u0022b\\u0022\" #tag=\"billable\"" |  | "##
          + "id s 2025-01-02"
      ),
      (#""a": {"title": "A"}, "b": {"title": "B", "timeSpentOnDay": {}}"#, ""),
    ]
  )
  func `the times of Super Productivity's tasks become records`(_ tasks: String, _ expected: String)
    async throws
  {
    let tags =
      #""t": {"title": "billable"}, "u": {"title": "a \"b\""}, "v": {"title": "v"}, "#
      + #""TODAY": {"title": "Today"}"#
    let models = #"{"task": {"entities": {\#(tasks)}}, "tag": {"entities": {\#(tags)}}}"#
    for backup in [models, "{\"data\": \(models)}"] {
      try await expectRecords("superproductivity.jq", backup, expected)
    }
  }

  private func expectRecords(_ script: String, _ text: String, _ expected: String) async throws {
    let directory = try TemporaryDirectory()
    let result = try await convert(try directory.write(text, to: "file"), with: script)
    #expect(result.status == 0 && result.errors == "")
    #expect(records(result.output) == (expected.isEmpty ? "" : expected + "\n"))
  }

  @Test(
    .requires("jq"),
    arguments: [
      ("activitywatch.jq", #"{"events": [\#(event("07:00:00Z", "-1", presence))]}"#),
      ("activitywatch.jq", #"{"events": [\#(event("07:00:00Z", "null", presence))]}"#),
      ("activitywatch.jq", #"{"events": [\#(event("", "1", presence))]}"#),
      ("activitywatch.jq", #"{"events": [\#(event("07:00:00+02:00", "1", presence))]}"#),
      ("activitywatch.jq", #"{"events": [\#(event("07:00:00Z", "1", presence))"#),
      ("activitywatch.jq", #"{"buckets": {}}"#),
      (
        "superproductivity.jq",
        #"{"task": {"entities": {"a": {"title": "A", "timeSpentOnDay": {"2025-01-02": "1h"}}}}}"#
      ),
      (
        "superproductivity.jq",
        #"{"task": {"entities": {"a": {"title": "A", "timeSpentOnDay": {"2025-01-02": 1000}}}}"#
      ),
    ]
  )
  func `a file that can't be read is converted to no table`(
    _ script: String,
    _ text: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let result = try await convert(try directory.write(text, to: "file"), with: script)
    #expect(result.status != 0 && result.output == "" && result.errors != "")
  }

  /// Converts a file with the command at the head of a script.
  private func convert(_ file: String, with script: String) async throws -> ChildProcess.Result {
    let text = try PackageDirectory.text(of: "\(Self.folder)/\(script)")
    let line = #/(?m)^# +(\w.* Examples/import-converters/\S+) \S+ \| minuta import csv -$/#
    let command = try #require(text.firstMatch(of: line)?.1)
    #expect(command.hasSuffix("/\(script)"))
    return try await TestPrograms.run(
      "/bin/sh",
      ["-c", "cd '\(PackageDirectory.path)' && \(command) \"$0\"", file],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    )
  }

  /// Returns a line for each element of a table.
  private func records(_ table: String) -> String {
    ImportFixtureTests.Fixture.description(
      of: ImportFile(name: "-", bytes: Array(table.utf8)),
      CSVImportFormat.self
    )
  }
}
