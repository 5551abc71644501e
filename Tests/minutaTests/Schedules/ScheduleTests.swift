import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta schedule` with the real program and systemd's own checks.
@Suite(.timeLimit(.minutes(5))) struct ScheduleTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
  }

  private var folder: String { fixture.home.path + "/.config/systemd/user" }

  private func run(
    _ words: [String],
    _ environment: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    try await TestPrograms.run(
      program,
      ["schedule"] + words,
      environment: fixture.environment.merging(environment) { $1 }
    )
  }

  private func run(_ words: String...) async throws -> ChildProcess.Result { try await run(words) }

  /// Returns the names of the unit files and links.
  private func units() throws -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: folder))?.filter {
      $0.contains("minuta-")
    }
    .sorted() ?? []
  }

  /// Returns the environment with a `systemctl` that records its arguments.
  ///
  /// - Parameter end: the last line of `systemctl`.
  private func recordingSystemctl(_ end: String = "") async throws -> [String: String] {
    try await fixture.home.writeExecutable(
      "#!/bin/sh\necho \"$@\" >> \"$HOME/calls\"\n\(end)\n",
      to: "bin/systemctl"
    )
    return ["PATH": "\(fixture.home.path)/bin:/usr/bin:/bin"]
  }

  @Test func `a schedule is written, listed, replaced and removed`() async throws {
    let environment = try await recordingSystemctl()
    let added = try await run(["StopTimer", "Mon..Fri 17:30"], environment)
    #expect(added.output == "Scheduled 'StopTimer' for Mon..Fri 17:30 (minuta-StopTimer.timer).\n")
    let files = [
      "minuta-StopTimer.service", "minuta-StopTimer.timer",
      "timers.target.wants/minuta-StopTimer.timer",
    ]
    #expect(try units() == files)
    let link = "\(folder)/timers.target.wants/minuta-StopTimer.timer"
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(target == "../minuta-StopTimer.timer")
    let list = try await run(["--json"], environment).output
    #expect(
      try JSONValue(parsing: list) == [
        [
          "name": "StopTimer", "when": "Mon..Fri 17:30",
          "command": .string("\(program) run StopTimer --store \(fixture.store)"),
        ]
      ]
    )
    // systemd would make up for runs between this time and the new schedule.
    let stamp = try fixture.home.write(
      "",
      to: ".local/share/systemd/timers/stamp-minuta-StopTimer.timer"
    )
    #expect(try await run(["StopTimer", "daily"], environment).output.hasPrefix("Rescheduled"))
    #expect(!FileManager.default.fileExists(atPath: stamp))
    #expect(try await run([], environment).output.contains("daily"))
    let named = try await run(["StopTimer", "hourly", "--name", "other-1"], environment)
    #expect(named.output.contains("(minuta-other-1.timer)"))
    #expect(
      try await run(["remove", "StopTimer"], environment).output
        == "Removed the schedule 'StopTimer'.\n"
    )
    #expect(try units().allSatisfy { $0.contains("other-1") })
    #expect(
      try fixture.home.text(of: "calls") == """
        --user daemon-reload
        --user restart minuta-StopTimer.timer
        --user daemon-reload
        --user restart minuta-StopTimer.timer
        --user daemon-reload
        --user restart minuta-other-1.timer
        --user stop minuta-StopTimer.timer
        --user daemon-reload

        """
    )
  }

  @Test(arguments: [
    ("", "systemd isn't running for you here; the timer starts when you log in."),
    (
      "Failed to connect to bus: No medium found",
      "systemd isn't running for you here; the timer starts when you log in."
    ),
    (
      "Failed to restart x.timer: Unit x.timer is masked",
      "systemd can't start the timer now (Failed to restart x.timer: Unit x.timer is masked); "
        + "it starts when you log in."
    ),
  ])
  func `if systemd can't start the timer, the files are written, and the answer says why`(
    error: String,
    sentence: String
  ) async throws {
    let environment = try await recordingSystemctl("echo '\(error)' >&2; exit 1")
    let added = try await run(["StopTimer", "daily"], environment)
    #expect(added.status == 0)
    #expect(added.output.hasSuffix(". \(sentence)\n"), "\(added)")
    #expect(try units().count == 3)
    #expect(try await run(["remove", "StopTimer"], environment).status == 0)
    #expect(try units().isEmpty)
  }

  @Test func `a dry run writes and removes nothing`() async throws {
    let environment = try await recordingSystemctl()
    let planned = try await run(["StopTimer", "daily", "--dry-run"], environment)
    #expect(planned.output.hasPrefix("Would schedule 'StopTimer' for daily"))
    #expect(try units().isEmpty)
    _ = try await run(["StopTimer", "daily"], environment)
    let calls = try fixture.home.text(of: "calls")
    let removal = try await run(["remove", "StopTimer", "--dry-run"], environment)
    #expect(removal.output.hasPrefix("Would remove"))
    #expect(try units().count == 3)
    #expect(try fixture.home.text(of: "calls") == calls)
  }

  @Test(
    arguments: [
      (["Nothing", "daily"], "no intent or workflow 'Nothing'; workflows are files in '/"),
      (["start", "daily"], "no intent or workflow 'start' (did you mean 'StartTimer'?)"),
      (["StopTimer"], "Missing argument: WHEN"),
      (["StopTimer", "daily\nExecStart=/bin/sh"], "not a calendar expression"),
      (["StopTimer", "%h"], "not a calendar expression"),
      (["StopTimer", "daily", "--name", "../x"], "can't be the name"),
      (["StopTimer", "daily", "--name", "away-poll"], "can't be the name"),
      (["StopTimer", "daily", "--with", "{"], "--with"),
      (["StopTimer", "daily", "--with", #"{"at": "25:00"}"#], "25:00"),
      (["LogTime", "daily", "--with", #"{"tag": "Work"}"#], "duration"),
      (["/nowhere.json", "daily"], "isn't the file of a workflow"),
      (["remove", "nothing"], "There is no schedule"), (["remove"], "Missing argument: NAME"),
      (["StopTimer", "daily", "more"], "more"),
    ]
  )
  func `what can't work is refused, and nothing is written`(
    words: [String],
    message: String
  ) async throws {
    let result = try await run(words, try await recordingSystemctl())
    #expect((1...3).contains(result.status), "\(result)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try units().isEmpty)
  }

  @Test func `a call with an archived tag, or that nobody can confirm, isn't scheduled`()
    async throws
  {
    let environment = try await recordingSystemctl()
    for tag in ["Old", "Old", "Work"] { _ = try await fixture.run("log", tag, "30m") }
    let merge = ["RenameTag", "daily", "--with", #"{"tag": "Old", "name": "Work"}"#]
    let refused = try await run(merge, environment)
    #expect(
      refused.errors == "minuta: The call 'RenameTag' needs a confirmation, which nobody can give "
        + "then. Add --yes.\n"
    )
    #expect(try units().isEmpty)
    #expect(try await run(merge + ["--yes"], environment).status == 0)
    _ = try await fixture.run("tag-archive", "Old")
    let start = ["StartTimer", "hourly", "--with", #"{"tag": "Old"}"#]
    let archived = try await run(start, environment)
    #expect(archived.status == 1 && archived.errors.contains("'Old' is archived"), "\(archived)")
    #expect(try units().count == 3)
  }

  @Test func `the list has each command as a person types it`() async throws {
    let environment = try await recordingSystemctl()
    let value = #"{"comment": "100% of $HOME's \"x\""}"#
    _ = try await run(["StopTimer", "daily", "--with", value], environment)
    let command =
      "\(program) run StopTimer --with '{\"comment\": \"100% of $HOME'\\''s \\\"x\\\"\"}' "
      + "--store \(fixture.store)"
    #expect(try await run([], environment).output == "  StopTimer  daily  \(command)\n")
    let list = try JSONValue(parsing: try await run(["--json"], environment).output)
    #expect(list.array?.first?["command"]?.string == command)
  }

  @Test func `units of others are never changed`() async throws {
    let environment = try await recordingSystemctl()
    let foreign = "[Timer]\nOnCalendar=daily\n"
    try fixture.home.write(foreign, to: ".config/systemd/user/minuta-StopTimer.timer")
    try fixture.home.write(foreign, to: ".config/systemd/user/minuta-backup.service")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/minuta-Status.timer",
      withDestinationPath: "/dev/null"
    )
    for words in [
      ["StopTimer", "daily"], ["StopTimer", "daily", "--name", "backup"], ["Status", "daily"],
    ] {
      let result = try await run(words, environment)
      #expect(result.status == 2 && result.errors.contains("wasn't written by 'minuta schedule'"))
    }
    #expect(try await run([], environment).output.contains("There are no schedules."))
    #expect(try await run(["remove", "StopTimer"], environment).status == 2)
    let text = try fixture.home.text(of: ".config/systemd/user/minuta-StopTimer.timer")
    #expect(text == foreign)
    #expect(try units().count == 3)
  }

  @Test func `a program at an unsafe path is refused`() async throws {
    try FileManager.default.createDirectory(
      atPath: fixture.home.path + "/a b",
      withIntermediateDirectories: true
    )
    let link = fixture.home.path + "/a b/minuta"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: TestPrograms.minuta
    )
    for words in [["schedule", "StopTimer", "daily"], ["idle", "swayidle"]] {
      let result = try await TestPrograms.run(link, words, environment: fixture.environment)
      #expect(result.status == 2 && result.errors.contains("a symbolic link works too"))
    }
    #expect(try units().isEmpty)
  }

  @Test func `the units are in XDG_CONFIG_HOME, and pass it on`() async throws {
    var environment = try await recordingSystemctl()
    environment["XDG_CONFIG_HOME"] = fixture.home.path + "/other"
    #expect(try await run(["StopTimer", "daily"], environment).status == 0)
    #expect(try units().isEmpty)
    let service = try fixture.home.text(of: "other/systemd/user/minuta-StopTimer.service")
    #expect(service.contains("\nEnvironment=XDG_CONFIG_HOME=\(fixture.home.path)/other\n"))
  }

  @Test(.requires("systemd-analyze"))
  func `a bad calendar expression is refused in systemd's own words`() async throws {
    let bad = try await run("StopTimer", "Mon..Fry 17:30")
    #expect(bad.status == 2)
    #expect(
      bad.errors.hasPrefix(
        "minuta: Failed to parse calendar specification 'Mon..Fry 17:30': Invalid argument. Use"
      )
    )
    let past = try await run("StopTimer", "2020-01-01 09:00")
    #expect(past.status == 2 && past.errors.contains("is in the past"))
    let option = try await run("StopTimer", "--", "-x")
    #expect(option.status == 2)
    #expect(try units().isEmpty)
  }

  /// Workflows whose file names try to break the unit, or the command in it.
  private static let hostileNames = [
    "week", "a b", "100% $HOME ${x} %h", "it's \"q\"", #"back\slash\n"#, "a\nb", "; rm -rf ~ #",
    "-u", "ü 👩‍👩‍👧‍👦", "\u{202E}x",
  ]

  @Test(.requires("systemd-analyze"), arguments: hostileNames)
  func `a workflow at a hostile path is verified by systemd, and its command runs`(
    name: String
  ) async throws {
    _ = try await fixture.run("start", "Work")
    let workflow: JSONValue = [
      "minuta": 1, "id": "finish", "title": "Finish",
      "parameters": [
        "type": "object", "properties": ["tag": ["type": "string"]],
        "additionalProperties": false,
      ],
      "steps": [
        ["id": "stop", "intent": "StopTimer"],
        [
          "id": "log", "intent": "LogTime",
          "with": ["tag": ["$": "/params/tag"], "duration": "5m"],
        ],
      ],
    ]
    let file = try fixture.home.write(workflow.text(), to: "flows/\(name).json")
    let values: JSONValue = ["tag": .string(name)]
    let added = try await run(file, "Mon..Fri 17:30", "--with", values.text())
    try #require(added.status == 0, "\(added.errors)")
    let environment = fixture.environment.merging([
      "XDG_RUNTIME_DIR": fixture.home.path, "SYSTEMD_LOG_LEVEL": "debug",
    ]) { $1 }
    let verified = try await TestPrograms.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify", "\(folder)/minuta-finish.timer", "\(folder)/minuta-finish.service"],
      environment: environment
    )
    #expect(verified.status == 0, "\(verified.errors.suffix(2000))")
    // The command as systemd has parsed it.
    let line = try #require(
      verified.output.split(separator: "\n").first { $0.contains("Command Line: \(program)") }
    )
    let command = SystemdCommandLine.words(
      try #require(line.split(separator: "Command Line: ", maxSplits: 1).last)
    )
    // systemd starts a service with almost no environment.
    let result = try await TestPrograms.run(
      command[0],
      Array(command.dropFirst()),
      environment: ["HOME": fixture.home.path, "PATH": "/usr/bin:/bin"]
    )
    #expect(result.status == 0, "\(result.errors)")
    let records = try fixture.records()
    #expect(records.count == 2 && records.allSatisfy { $0["endTime"] != nil })
    let tags = try JSONValue(parsing: fixture.home.text(of: "store/tags.json"))["tags"]?.array ?? []
    let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(tags.contains { $0["name"]?.string == trimmed }, "\(tags)")
  }

  @Test(
    .requires("systemd-analyze"),
    arguments: ["nothing_running", "still_working"]
  )
  func `the examples are scheduled, and their command notifies`(id: String) async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(example: id)
    if id == "still_working" { _ = try await fixture.run("start", "Work") }
    let link = try fixture.fixture.linkedProgram()
    let added = try await TestPrograms.run(
      link,
      ["schedule", id, "Mon..Fri 17:30"],
      environment: fixture.fixture.environment
    )
    try #require(added.status == 0, "\(added.errors)")
    let service = try fixture.fixture.home.text(of: ".config/systemd/user/minuta-\(id).service")
    let command = try #require(service.firstMatch(of: /ExecStart=(.*)/)).1
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", "exec \(command)"],
      environment: ["HOME": fixture.fixture.home.path].merging(fixture.environment) { $1 }
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(fixture.notes.split(separator: "\n").count == 1)
  }
}
