import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests `minuta status --watch` and `--check` as processes.
@Suite(.timeLimit(.minutes(10))) struct StatusWatchTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `each change is printed once, and only changes of the line are`() async throws {
    let watch = try StatusWatch(fixture, "plain")
    try await watch.waitForLine("0m")
    try await fixture.shell("minuta start Work")
    try await watch.waitForLine("Work 0m")
    // These change files, but not the line.
    try await fixture.shell("minuta tag-create Other; minuta edit running --comment Text")
    try await fixture.shell("minuta switch Email")
    try await watch.waitForLine("Email 0m")
    try await fixture.shell("minuta stop")
    try await wait(for: "last line") { watch.lines.count >= 4 }
    #expect(watch.lines == ["0m", "Work 0m", "Email 0m", "0m"])
    watch.child.end()
  }

  @Test func `the line changes on the minute of the timer, and nothing runs in between`()
    async throws
  {
    try await fixture.shell("minuta start Work --at -50s")
    let start = try #require(try fixture.records().first?["startTime"]?.string)
    let watch = try StatusWatch(fixture, "plain")
    try await watch.waitForLine("Work 0m")
    _ = try await watch.switchesAtRest()
    try await watch.waitForLine("Work 1m")
    let seconds = try -Date(start, strategy: .iso8601).timeIntervalSinceNow
    #expect(seconds >= 60)
    // A changed permission in a directory above the home directory, such as by another test, also
    // wakes the process, so look for two seconds without one.
    var isAtRest = false
    for _ in 0..<10 where !isAtRest {
      let switches = try await watch.switchesAtRest()
      try await Task.sleep(for: .seconds(2))
      isAtRest = try ProcessSnapshot(at: watch.child.id).contextSwitches == switches
    }
    #expect(isAtRest)
    #expect(watch.lines == ["Work 0m", "Work 1m"])
    watch.child.end()
  }

  /// `Tests/Benchmarks/watch` has the exact limits, for a machine that does nothing else.
  @Test func `changes cost little CPU time and memory`() async throws {
    try await fixture.shell("minuta start Work")
    let watch = try StatusWatch(fixture, "plain")
    try await watch.waitForLine("Work 0m")
    _ = try await watch.switchesAtRest()
    let start = try ProcessSnapshot(at: watch.child.id)
    let count = TestPrograms.isDebugBuild ? 30 : 200
    for index in 0..<count {
      try await fixture.shell("minuta edit running --tag 'Tag \(index % 10)'")
      try await watch.waitForLine("Tag \(index % 10) ")
    }
    _ = try await watch.switchesAtRest()
    let end = try ProcessSnapshot(at: watch.child.id)
    let milliseconds = (end.ticks - start.ticks) * 10
    #expect(milliseconds <= count * (TestPrograms.isDebugBuild ? 20 : 2))
    #expect(end.privateMemory <= (TestPrograms.isDebugBuild ? 60 : 15) << 20)
    #expect(end.privateMemory - start.privateMemory <= 1 << 20)
    watch.child.end()
  }

  @Test func `a change during the start isn't lost`() async throws {
    for index in 0..<5 {
      let watch = try StatusWatch(fixture, "plain")
      try await fixture.shell("minuta switch 'Tag \(index)'")
      try await watch.waitForLine("Tag \(index) 0m")
      watch.child.end()
    }
  }

  @Test func `a data folder may go away and come back`() async throws {
    try await fixture.shell("minuta start Work")
    let watch = try StatusWatch(fixture, "waybar")
    try await watch.waitForLine("Work 0m")
    try await fixture.shell("mv store elsewhere")
    try await watch.waitForLine(#""class":"error""#)
    try await fixture.shell("mv elsewhere store; minuta switch Email")
    try await watch.waitForLine("Email 0m")
    watch.child.end()
  }

  @Test func `changed settings are used at once`() async throws {
    try await fixture.shell("minuta start Work")
    let environment = ["MINUTA_STORE": ""]
    try fixture.home.write(#"{"store": "~/store"}"#, to: ".config/minuta/settings.json")
    let watch = try StatusWatch(fixture, "waybar", environment: environment)
    try await watch.waitForLine("Work 0m")
    try await fixture.shell("minuta start Rest --store other; minuta stop --store other")
    try fixture.home.write(#"{"store": "~/other"}"#, to: ".config/minuta/settings.json")
    try await watch.waitForLine(#""class":"idle""#)
    try fixture.home.write("{", to: ".config/minuta/settings.json")
    try await watch.waitForLine("settings.json:1:")
    try fixture.home.write(#"{"store": "~/store"}"#, to: ".config/minuta/settings.json")
    try await watch.waitForLine("Work 0m")
    watch.child.end()
  }

  @Test func `a link to the settings that leads elsewhere is followed`() async throws {
    let environment = ["MINUTA_STORE": ""]
    for name in ["store", "other", "third"] {
      try fixture.home.write(#"{"store": "~/\#(name)"}"#, to: "dotfiles/\(name).json")
    }
    let script = """
      minuta start Work; minuta start Rest --store other; minuta start Tea --store third
      mkdir -p .config/minuta; ln -s ~/dotfiles/store.json .config/minuta/settings.json
      """
    try await fixture.shell(script)
    let watch = try StatusWatch(fixture, "plain", environment: environment)
    try await watch.waitForLine("Work 0m")
    let link = "ln -sfn ~/dotfiles/NAME.json .config/minuta/settings.json"
    try await fixture.shell(link.replacing("NAME", with: "other"))
    try await watch.waitForLine("Rest 0m")
    try fixture.home.write(#"{"store": "~/third"}"#, to: "dotfiles/other.json")
    try await watch.waitForLine("Tea 0m")
    watch.child.end()
  }

  @Test func `time away is shown when the user returns, until it is resolved`() async throws {
    try fixture.home.write(#"{"away": {"atLeast": "1m"}}"#, to: ".config/minuta/settings.json")
    try await fixture.shell("minuta start Work --at -30m; rm .local/state/minuta/awake.json")
    let watch = try StatusWatch(fixture, "waybar")
    try await watch.waitForLine(#""class":"running""#)
    try await fixture.shell("minuta away --at -20m; minuta back --at -10m")
    try await watch.waitForLine(#""class":["running","forgotten"]"#)
    try await fixture.shell("minuta resolve keep")
    try await watch.waitForLine(#""class":"running""#)
    watch.child.end()
  }

  @Test func `the outcome of a key press without a notification is in the tooltip`() async throws {
    try fixture.home.write(
      #"{"minuta": 1, "keys": {"no": {"press": "LOGO+n", "call": {"intent": "StopTimer", "#
        + #""with": {"tag": "Tea <3"}}}}}"#,
      to: ".config/minuta/keymap.json"
    )
    let watch = try StatusWatch(fixture, "waybar")
    try await watch.waitForLine(#""tooltip":"Today 0m""#)
    _ = try await fixture.run("key", "no")
    try await watch.waitForLine("There is no tag &#39;Tea &lt;3&#39;")
    #expect(watch.lines.count == 2)
    let once = try await fixture.run("status", "waybar")
    #expect(once.output == (watch.lines.last ?? "") + "\n")
    watch.child.end()
  }

  /// Starts a watch whose output is a pipe, and returns its exit code after the reader has closed it.
  private func exitCode(_ words: String, reader: String) async throws -> String {
    let script = #"{ "$0" status \#(words); echo $? > "$HOME/code"; } | \#(reader)"#
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", script, TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(result.errors.isEmpty)
    return try fixture.home.text(of: "code")
  }

  @Test(arguments: ["waybar --watch", "i3bar --watch", "plain --watch --store /nonexistent/x"])
  func `a closed pipe ends a watch quietly, even if nothing changes`(words: String) async throws {
    #expect(try await exitCode("\(words) < /dev/zero", reader: "head -c 1 > /dev/null") == "0\n")
  }

  @Test func `the end of its input ends a watch for i3bar`() async throws {
    let result = try await fixture.run("status", "i3bar", "--watch")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.split(separator: "\n").count == 3)
  }

  @Test func `a stopped watch holds no lock, and shows the present when it continues`()
    async throws
  {
    let watch = try StatusWatch(fixture, "plain")
    try await watch.waitForLine("0m")
    for index in 0..<10 {
      kill(watch.child.id, index.isMultiple(of: 2) ? SIGSTOP : SIGCONT)
      try await fixture.shell("minuta switch 'Tag \(index)'")
    }
    kill(watch.child.id, SIGCONT)
    try await watch.waitForLine("Tag 9 0m")
    watch.child.end()
  }

  @Test func `a bar that stops reading blocks no change and gets the last status`() async throws {
    let child = try fixture.start(["status", "waybar", "--watch"])
    // Each line is longer than ten thousand bytes, so a few of them fill the pipe.
    let name = String(repeating: "x", count: 9990)
    for index in 0..<12 { _ = try await fixture.run("start", "\(name) \(index)") }
    _ = try await fixture.run("stop")
    _ = try await fixture.run("start", "Final")
    // Under load, the minutes of the timer and of the day may have changed.
    var output = ""
    var last = ""
    while !output.hasSuffix("\n") || !last.contains(#""text":"Final "#) {
      output += String(decoding: try child.readOutput(), as: UTF8.self)
      last = output.split(separator: "\n").last.map(String.init) ?? ""
    }
    #expect(try JSONValue(parsing: last)["class"] == "running")
    child.end()
  }

  @Test(arguments: ["1", "2"]) func `a click in i3bar starts and stops a timer`(_ stop: String)
    async throws
  {
    try await fixture.shell("minuta log Work 5m")
    let watch = try StatusWatch(fixture, "i3bar")
    try await watch.waitForLine("5m")
    let click = { (button: String) in
      Array("\(#",{"name":"minuta","button":"#)\(button)}\n".utf8)
    }
    try watch.child.write(Array("[\n{\"name\":\"minuta\",\"button\":1,\"x\":1}\n".utf8))
    try await watch.waitForLine("Work 0m")
    // A double click counts once, so wait until the first click is long enough ago.
    let press = "\(fixture.home.path)/.local/state/minuta/keys/key-click.1"
    try await wait(for: "end of the double click time") {
      let date = try FileManager.default.attributesOfItem(atPath: press)[.modificationDate] as? Date
      return date.map { -$0.timeIntervalSinceNow > 0.4 } == true
    }
    try watch.child.write(click("4") + click(stop) + click(stop))
    try await watch.waitForLine(#""full_text":"5m""#)
    #expect(try fixture.records().count == 2)
    watch.child.closeInput()
    #expect(watch.child.waitForExit() == 0)
  }

  @Test func `a click in i3blocks starts a timer before the status is printed`() async throws {
    try await fixture.shell("minuta log Work 5m")
    for (button, text) in [("", "5m"), ("1", "Work 0m"), ("2", "5m")] {
      let result = try await fixture.run(
        ["status", "i3blocks"],
        environment: ["BLOCK_BUTTON": button]
      )
      #expect(try JSONValue(parsing: result.output)["full_text"]?.string == text)
    }
  }

  @Test(arguments: [
    "i3bar", "i3blocks", "json", "line", "plain", "polybar", "starship", "tmux", "waybar", "xmobar",
  ])
  func `an error is shown in each format, with --watch and without`(format: String) async throws {
    try fixture.home.write("{", to: ".config/minuta/settings.json")
    let watch = try StatusWatch(fixture, format)
    try await wait(for: "line") { watch.lines.count == (format == "i3bar" ? 3 : 1) }
    let once = try await fixture.run(["status", format], environment: ["BLOCK_BUTTON": "1"])
    // i3blocks, polybar and Waybar drop the line of a command that fails.
    #expect(once.status == (format == "json" ? 2 : 0))
    #expect(once.errors.hasPrefix("minuta: ") && once.errors.contains("settings.json:1: invalid"))
    #expect(once.output.hasPrefix(watch.lines.joined(separator: "\n") + "\n"), "\(once)")
    watch.child.end()
  }

  @Test func `--check exits with 0 only while a timer is running`() async throws {
    let check = ["status", "--check"]
    for (status, command) in [(1, "true"), (0, "minuta start Work")] as [(Int32, String)] {
      try await fixture.shell(command)
      let result = try await fixture.run(check)
      #expect(result.status == status && result.output.isEmpty && result.errors.isEmpty)
    }
    try await fixture.shell("mv store elsewhere; echo > store")
    let failed = try await fixture.run(check)
    #expect(failed.status == 2 && failed.output.isEmpty && failed.errors.hasPrefix("minuta: "))
  }

  @Test(arguments: [["--check", "--watch"], ["waybar", "--check"]])
  func `flags that exclude each other are refused`(words: [String]) async throws {
    let result = try await fixture.run(["status"] + words)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("can't be used together"))
  }
}
