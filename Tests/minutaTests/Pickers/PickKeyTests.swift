import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests keys that ask a person to choose, with a script in place of the picker.
@Suite(.timeLimit(.minutes(10))) struct PickKeyTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func writeKeyMap(_ keys: String) throws {
    try fixture.home.write(
      #"{"minuta": 1, "debounceMs": 0, "keys": {\#(keys)}}"#,
      to: ".config/minuta/keymap.json"
    )
  }

  /// Runs a command, while a script in place of dmenu answers each question with a line of `answers`.
  ///
  /// - Returns: The result, and the questions: the prompt and the rows of each.
  private func run(
    _ words: [String],
    answers: [String]
  ) async throws -> (ChildProcess.Result, questions: [[String]]) {
    try await fixture.home.writeExecutable(
      """
      #!/bin/sh
      PATH=/usr/bin:/bin
      n=$(ls "$HOME"/question-* 2>/dev/null | wc -l)
      { echo "$5"; cat; } > "$HOME/question-$n"
      answer=$(sed -n "$((n + 1))p" "$HOME/answers")
      [ -n "$answer" ] || exit 1
      case $answer in
        row*) sed -n "$((${answer#row} + 2))p" "$HOME/question-$n" ;;
        *) printf '%s\\n' "$answer" ;;
      esac

      """,
      to: "bin/dmenu"
    )
    try fixture.home.write(answers.joined(separator: "\n") + "\n", to: "answers")
    let result = try await fixture.run(
      words,
      environment: ["DISPLAY": ":9", "PATH": fixture.home.path + "/bin"]
    )
    var questions: [[String]] = []
    while let text = try? fixture.home.text(of: "question-\(questions.count)") {
      questions.append(text.split(separator: "\n").map(String.init))
      try FileManager.default.removeItem(
        atPath: "\(fixture.home.path)/question-\(questions.count - 1)"
      )
    }
    return (result, questions)
  }

  private func tagNames() throws -> [String] {
    let tags = try JSONValue(parsing: fixture.home.text(of: "store/tags.json"))
    return tags["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  @Test func `a key asks for a tag, the recent ones first, and makes its call`() async throws {
    for tag in ["Alpha", "Beta", "Gamma"] { _ = try await fixture.run("tag-create", tag) }
    _ = try await fixture.run("log", "Beta", "30m")
    try writeKeyMap(#""t": {"press": "LOGO+t", "pick": "tag", "call": {"intent": "StartTimer"}}"#)
    let (result, questions) = try await run(["key", "t"], answers: ["row1"])
    #expect(result.status == 0, "\(result)")
    #expect(questions == [["Tag:", "Beta", "Alpha", "Gamma"]])
    #expect(result.output.hasPrefix("Started 'Alpha' at "))
    let (_, again) = try await run(["key", "t"], answers: ["row0"])
    #expect(again.first?.prefix(3) == ["Tag:", "Alpha", "Beta"])
  }

  @Test func `a new name can be typed, and the other arguments of the call stay`() async throws {
    _ = try await fixture.run("tag-create", "Work")
    try writeKeyMap(
      """
      "t": {"press": "LOGO+t", "pick": "tag",
        "call": {"intent": "LogTime", "with": {"duration": "30m", "comment": "c"}}}
      """
    )
    let (result, _) = try await run(["key", "t"], answers: ["Workshop; $(id)"])
    #expect(result.output.hasPrefix("Logged 30m on 'Workshop; $(id)' (new tag), "), "\(result)")
    #expect(try fixture.records().first?["comment"] == "c")
    #expect(try tagNames() == ["Work", "Workshop; $(id)"])
  }

  @Test(arguments: ["tag", "record", "recent", "intent", "workflow"])
  func `a closed question changes nothing and shows nothing`(pick: String) async throws {
    _ = try await fixture.run("log", "Work", "30m")
    try fixture.home.write(
      #"{"minuta": 1, "id": "w", "title": "W", "steps": [{"id": "s", "intent": "StopTimer"}]}"#,
      to: ".config/minuta/intents/w.json"
    )
    let intent = pick == "record" ? "ResumeTimer" : "StartTimer"
    let call = ["tag", "record"].contains(pick) ? #", "call": {"intent": "\#(intent)"}"# : ""
    try writeKeyMap(#""t": {"press": "LOGO+t", "pick": "\#(pick)"\#(call)}"#)
    let before = try fixture.content()
    let (result, questions) = try await run(["key", "t"], answers: [])
    #expect(result.status == 3 && result.output.isEmpty && result.errors.isEmpty, "\(result)")
    #expect(questions.count == 1)
    #expect(try fixture.content() == before)
    #expect(throws: (any Error).self) {
      try fixture.home.text(of: ".local/state/minuta/minuta.log")
    }
  }

  @Test func `a key asks for a record`() async throws {
    _ = try await fixture.run("log", "Work", "30m", "--comment", "first", "--end", "-2h")
    _ = try await fixture.run("log", "Email", "30m")
    try writeKeyMap(
      #""d": {"press": "LOGO+d", "pick": "record", "call": {"intent": "DeleteRecord"}}"#
    )
    let (result, questions) = try await run(["key", "d"], answers: ["row1"])
    #expect(result.output.hasPrefix("Deleted 'Work'"), "\(result)")
    #expect(questions[0].count == 3 && questions[0][1].hasSuffix(" Email"))
    #expect(questions[0][2].hasSuffix(" Work first"))
    #expect(try fixture.records().count == 1)
  }

  @Test func `a key starts a timer like a recent record`() async throws {
    _ = try await fixture.run("log", "Work", "30m", "--comment", "Plan: x", "--end", "-2h")
    _ = try await fixture.run("log", "Email", "30m", "--end", "-1h")
    _ = try await fixture.run("log", "Work", "20m", "--comment", "Plan: x")
    try writeKeyMap(#""r": {"press": "LOGO+r", "pick": "recent"}"#)
    let (result, questions) = try await run(["key", "r"], answers: ["row0"])
    #expect(questions == [["Start:", "Work: Plan: x", "Email"]])
    #expect(result.output.hasPrefix("Started 'Work' at "), "\(result)")
    let running = try fixture.records().filter { $0["endTime"] == nil }
    #expect(running.map { $0["comment"] } == ["Plan: x"])
  }

  @Test func `an archived tag isn't among the recent ones`() async throws {
    _ = try await fixture.run("log", "Work", "30m", "--end", "-2h")
    _ = try await fixture.run("log", "Email", "30m")
    _ = try await fixture.run("tag-archive", "Email")
    try writeKeyMap(#""r": {"press": "LOGO+r", "pick": "recent"}"#)
    let (result, questions) = try await run(["key", "r"], answers: ["row0"])
    #expect(questions == [["Start:", "Work"]])
    #expect(result.output.hasPrefix("Started 'Work' at "), "\(result)")
  }

  @Test func `a key asks for an intent, then for its required inputs`() async throws {
    _ = try await fixture.run("tag-create", "Work")
    try writeKeyMap(#""i": {"press": "LOGO+i", "pick": "intent"}"#)
    let (_, questions) = try await run(["key", "i"], answers: [])
    let row = try #require(questions[0].firstIndex { $0.hasSuffix("Log Time") }) - 1
    let (result, asked) = try await run(["key", "i"], answers: ["row\(row)", "row0", "1h30m"])
    #expect(result.output.hasPrefix("Logged 1h 30m on 'Work'"), "\(result)")
    #expect(asked[1] == ["Tag:", "Work"])
    #expect(asked[2].prefix(2) == ["Duration:", "15m"])
    let rename = try #require(questions[0].firstIndex { $0.hasSuffix("Rename Tag") }) - 1
    let (renamed, _) = try await run(["key", "i"], answers: ["row\(rename)", "row0", "Job"])
    #expect(renamed.status == 0, "\(renamed)")
    #expect(try tagNames() == ["Job"])
  }

  @Test func `a call that needs a confirmation asks for it`() async throws {
    for _ in 0..<2 { _ = try await fixture.run("log", "Work", "30m") }
    try writeKeyMap(#""d": {"press": "LOGO+d", "pick": "tag", "call": {"intent": "DeleteTag"}}"#)
    let before = try fixture.content()
    let (refused, questions) = try await run(["key", "d"], answers: ["row0", "row1"])
    #expect(refused.status == 3, "\(refused)")
    #expect(questions.count == 2 && questions[1].dropFirst() == ["Yes", "No"])
    #expect(try fixture.content() == before)
    let (agreed, _) = try await run(["key", "d"], answers: ["row0", "row0"])
    #expect(agreed.status == 0, "\(agreed)")
    #expect(try tagNames().isEmpty)
  }

  @Test func `the chosen name is exactly the one that was shown, whatever it is`() async throws {
    for name in HostileNames.all {
      let json: JSONValue = ["intent": "CreateTag", "with": ["tag": .string(name)]]
      _ = try await fixture.run(["run", "-"], input: json.text())
    }
    let listed = try await fixture.outcome(["tags"])["value"]?["tags"]?.array ?? []
    #expect(Set(listed.map { $0["name"] }) == Set(HostileNames.all.map { .string($0) }))
    try writeKeyMap(#""t": {"press": "LOGO+t", "pick": "tag", "call": {"intent": "SwitchTimer"}}"#)
    for (index, tag) in listed.enumerated() {
      let (result, questions) = try await run(["key", "t"], answers: ["row\(index)"])
      #expect(result.status == 0, "\(result)")
      #expect(questions[0].count == HostileNames.all.count + 1)
      let running = try fixture.records().filter { $0["endTime"] == nil }
      #expect(running.map { $0["tagId"] } == [tag["id"]])
      _ = try await fixture.run("undo")
    }
    #expect(try Set(tagNames()) == Set(HostileNames.all))
  }

  @Test func `a picker in the settings comes first, and a missing one is named`() async throws {
    try writeKeyMap(#""t": {"press": "LOGO+t", "pick": "tag", "call": {"intent": "StartTimer"}}"#)
    let (without, _) = try await run(["key", "t", "--store", fixture.store], answers: ["x"])
    #expect(without.status == 0, "\(without)")
    try fixture.home.write(#"{"picker": "rofi"}"#, to: ".config/minuta/settings.json")
    let (missing, questions) = try await run(["key", "t"], answers: ["x"])
    #expect(missing.status == 2 && questions.isEmpty)
    #expect(missing.errors.contains("'rofi', the picker in the settings, isn't installed"))
    let log = try fixture.home.text(of: ".local/state/minuta/minuta.log")
    #expect(log.contains("the picker in the settings"))
  }

  @Test func `without a picker the key says what to install`() async throws {
    try writeKeyMap(#""t": {"press": "LOGO+t", "pick": "tag", "call": {"intent": "StartTimer"}}"#)
    let result = try await fixture.run(["key", "t"], environment: ["PATH": "/nowhere"])
    #expect(result.status == 2)
    #expect(result.errors.contains("Install rofi or dmenu (X11), fuzzel, wofi or bemenu (Wayland)"))
  }

  @Test(arguments: [
    (#""pick": "tag""#, "'pick' is 'tag', so the key needs a 'call'"),
    (#""pick": "intent", "call": {"intent": "StopTimer"}"#, "so the choice is the call"),
    (
      #""pick": "tags", "call": {"intent": "StopTimer"}"#,
      "'pick' in 't' in 'keys' must be 'tag', 'record'"
    ),
    (#""feedback": "all""#, "neither 'call' nor 'pick'"),
    (#""pick": "record", "call": {"intent": "StartTimer"}"#, "no parameter left for a record"),
    (
      #""pick": "tag", "call": {"intent": "StartTimer", "with": {"tag": "A"}}"#,
      "no parameter left for a tag"
    ),
    (#""pick": "tag", "call": {"intent": "StartTimr"}"#, "Unknown intent 'StartTimr'"),
    (
      #""pick": "tag", "call": {"intent": "StartTimer", "with": {"at": 9}}"#, "'at' must be text"
    ),
  ])
  func `a mistake in a choice is reported with its line`(
    members: String,
    message: String
  ) async throws {
    try writeKeyMap("\n\n\"t\": {\"press\": \"LOGO+t\", \(members)}")
    let file = fixture.home.path + "/.config/minuta/keymap.json"
    for words in [["keys", "check"], ["keys", "i3"], ["check", file]] {
      let result = try await fixture.run(words)
      #expect(result.status == 1 || result.status == 2)
      #expect(result.errors.hasPrefix("minuta: \(file):3: "), "\(result.errors)")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func `a menu that is open already isn't opened again`() async throws {
    try writeKeyMap(#""t": {"press": "LOGO+t", "pick": "tag", "call": {"intent": "StartTimer"}}"#)
    let flock = try #require(TestPrograms.installed("flock"))
    let folder = fixture.home.path + "/.local/state/minuta/keys"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let holder = try ChildProcess(flock, [folder + "/menu.lock", "cat"])
    try await wait(for: "holder") {
      try await TestPrograms.run(flock, ["-n", folder + "/menu.lock", "true"]).status != 0
    }
    let (result, questions) = try await run(["key", "t"], answers: ["x"])
    holder.end()
    #expect(result.status == 4 && questions.isEmpty)
    let message = "A menu is open already. Choose from it or close it, then try again."
    #expect(result.errors == "minuta: \(message)\n")
    let log = try fixture.home.text(of: ".local/state/minuta/minuta.log")
    #expect(log.contains(" error app: Key pressed (outcome=\"\(message)\""), "\(log)")
  }
}
