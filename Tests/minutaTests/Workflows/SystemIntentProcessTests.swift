import Foundation
import Glibc
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests intents that act outside the records, such as writing a file or showing a notification.
@Suite(.timeLimit(.minutes(5))) struct SystemIntentProcessTests {
  @Test(arguments: [
    (#""$5 ${x}\n""#, "$5 ${x}\n"),
    (#"{"a":[1,2.50]}"#, "{\n  \"a\": [\n    1,\n    2.50\n  ]\n}\n"),
    ("null", "null\n"),
  ])
  func `a text is written as it is, and any other value as JSON`(
    _ content: String,
    _ expected: String
  ) async throws {
    let fixture = try MinutaFixture()
    let file = fixture.home.path + "/out file"
    let with = #"{"path":"~/out file","content":\#(content)}"#
    let outcome = try await fixture.outcome(["run", "WriteFile", "--with", with])
    #expect(outcome["value"]?["path"] == .string(file))
    #expect(try fixture.home.text(of: "out file") == expected)
    let dry = try await fixture.run("run", "WriteFile", "--with", with, "--dry-run")
    #expect(dry.output.hasSuffix("bytes to '~/out file'. Dry run: nothing was written.\n"))
  }

  @Test func `an existing file keeps its permissions, and a link is followed`() async throws {
    let fixture = try MinutaFixture()
    try await fixture.shell("echo old > real; chmod 640 real; ln -s real link")
    let with = #"{"path":"~/link","content":"new"}"#
    #expect(try await fixture.run("run", "WriteFile", "--with", with).status == 0)
    #expect(try await fixture.shell("cat real; stat -c %a real; readlink link") == "new640\nreal\n")
  }

  @Test(arguments: ["mkfifo out", "ln -s /dev/null out"])
  func `a pipe or a device is neither written nor replaced`(_ making: String) async throws {
    let fixture = try MinutaFixture()
    try await fixture.shell(making)
    let result = try await fixture.run(
      "run",
      "WriteFile",
      "--with",
      #"{"path":"~/out","content":""}"#
    )
    let file = "'\(fixture.home.path)/out'"
    #expect(result.errors == "minuta: Can't write \(file): it is not a regular file.\n")
    #expect(result.status == 1)
    #expect(try await fixture.shell("test -p out || test -c out; ls") == "out\n")
  }

  /// Creates a fixture with a folder that all users share, like `/tmp`, and another user's symbolic
  /// link in that folder.
  ///
  /// - Parameter link: the command that creates the link, which leads to a private file.
  private func sharedFolder(_ link: String) async throws -> MinutaFixture {
    let fixture = try MinutaFixture()
    try await fixture.shell("mkdir shared private; echo old > private/file")
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    try await fixture.shell("chown 0:0 shared; chmod 1777 shared; \(link)")
    return fixture
  }

  @Test(
    .requiresRoot,
    .requiresOrdinaryUser,
    arguments: [
      ("ln -s ../private/file shared/link", "link"), ("ln -s ../private shared/link", "link/file"),
      ("ln -s $HOME/private/new shared/link", "link"),
    ]
  )
  func `a link of another user is not followed`(_ link: String, _ name: String) async throws {
    let fixture = try await sharedFolder("\(link); chown -h 12345:12345 shared/link")
    let before = try fixture.home.content(below: "private")
    let result = try await fixture.runUnprivileged([
      "run", "WriteFile", "--with", #"{"path":"~/shared/\#(name)","content":"new"}"#,
    ])
    let shared = "'\(fixture.home.path)/shared"
    let reason = "the link \(shared)/link' belongs to another user"
    #expect(result.errors == "minuta: Can't write \(shared)/\(name)': \(reason).\n")
    #expect(result.status == 1)
    #expect(try fixture.home.content(below: "private") == before)
  }

  @Test(.requiresRoot, .requiresOrdinaryUser, arguments: [0, UnprivilegedUser.number])
  func `a link of ours or of the folder's owner is followed`(_ owner: UInt32) async throws {
    let link = "ln -s ../private/file shared/link; chown -h \(owner):\(owner) shared/link"
    let fixture = try await sharedFolder(link)
    let result = try await fixture.runUnprivileged([
      "run", "WriteFile", "--with", #"{"path":"~/shared/link","content":"new"}"#,
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try fixture.home.text(of: "private/file") == "new")
  }

  @Test func `a file with a temporary name is not overwritten`() async throws {
    let fixture = try MinutaFixture()
    let names = "out.$$.1.tmp out.$$.0.tmp out.$$.tmp .out.tmp out.tmp"
    try await fixture.shell(
      """
      echo keep > other
      sh -c 'for name in \(names); do ln other $name; done; exec "$0" run WriteFile --with "$1"' \
        "$0" '{"path":"~/out","content":"new"}'
      grep -q keep other; grep -q new out
      """
    )
  }

  @Test(arguments: ["/nowhere/x", "/", "/proc/x"])
  func `an unwritable file is named, and no temporary file is left`(_ path: String) async throws {
    let fixture = try MinutaFixture()
    let with = #"{"path":"\#(path)","content":"x"}"#
    let result = try await fixture.run("run", "WriteFile", "--with", with)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("minuta: Can't write '\(path)': "))
  }

  @Test func `MCP clients can't write files, not even with a workflow`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(example: "weekly_summary")
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "tools/list", ["_meta": PluginFixture.meta])
    let tools = try await rpcClient.reply(to: 1)["result"]?["tools"]?.array?.compactMap {
      $0["name"]?.string
    }
    #expect(tools?.contains("Notify") == true)
    #expect(tools?.contains("WriteFile") == false)
    #expect(tools?.contains("weekly_summary") == false)
    _ = try await rpcClient.finish()
  }

  /// Creates a fixture with a `notify-send` that starts two processes in sessions of their own, one
  /// of them orphaned.
  ///
  /// All three processes write their ids to the file `ids`.
  ///
  /// - Parameter ending: the last shell command of `notify-send`.
  private func hangingNotifier(_ ending: String) async throws -> MinutaFixture {
    let fixture = try MinutaFixture(startsProcesses: true)
    let script = """
      #!/bin/sh
      cd "$HOME"
      mkfifo ready; exec 3<> ready
      setsid sh -c 'echo $$ >> ids; echo >&3; exec sleep 1000' &
      sh -c 'setsid sh -c "echo \\$\\$ >> ids; echo >&3; exec sleep 1000" &'
      read first <&3; read second <&3
      echo $$ >> ids
      \(ending)

      """
    try await fixture.home.writeExecutable(script, to: "bin/notify-send")
    try fixture.home.write("", to: "ids")
    return fixture
  }

  private func path(_ fixture: MinutaFixture) -> [String: String] {
    ["PATH": "\(fixture.home.path)/bin:/usr/bin:/bin"]
  }

  /// Returns the ids in the file `ids` whose processes still run, except zombies.
  private func living(_ fixture: MinutaFixture) throws -> [String] {
    try fixture.home.text(of: "ids").split(separator: "\n").map(String.init).filter { id in
      let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      return status.map { !$0.contains(") Z ") } ?? false
    }
  }

  @Test func `a hanging notify-send is killed with its descendants`() async throws {
    let fixture = try await hangingNotifier("exec sleep 1000")
    let result = try await fixture.run(["notify", "x"], environment: path(fixture))
    let reason = "notify-send timed out"
    #expect(result.errors == "minuta: Can't show the notification: \(reason).\n")
    #expect(result.status == 1)
    #expect(try fixture.home.text(of: "ids").split(separator: "\n").count == 3)
    #expect(try living(fixture) == [])
  }

  @Test func `descendants of notify-send are killed when the program exits`() async throws {
    let fixture = try await hangingNotifier("exit 0")
    let result = try await fixture.run(["notify", "x"], environment: path(fixture))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try fixture.home.text(of: "ids").split(separator: "\n").count == 3)
    #expect(try living(fixture) == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `descendants are killed when the program is terminated`(_ signal: Int32) async throws {
    let fixture = try await hangingNotifier("exec sleep 1000")
    let process = try ChildProcess(
      TestPrograms.minuta,
      ["notify", "x"],
      environment: fixture.environment.merging(path(fixture)) { $1 }
    )
    try await wait(for: "notify-send") {
      try fixture.home.text(of: "ids").split(separator: "\n").count == 3
    }
    kill(process.id, signal)
    #expect(try await process.finish().status == -signal)
    // A killed process takes a moment to exit, so wait for it.
    try await wait(for: "the end of its descendants") { try living(fixture) == [] }
  }

  @Test func `processes that existed before are not killed`() async throws {
    let fixture = try await hangingNotifier("exit 0")
    let script = "sleep 1000 > /dev/null 2>&1 & echo $! > before; exec \"$0\" notify x"
    let words = ["-c", "cd \"$HOME\"; \(script)", TestPrograms.minuta]
    let environment = fixture.environment.merging(path(fixture)) { $1 }
    let result = try await TestPrograms.run("/bin/sh", words, environment: environment)
    #expect(result.status == 0, "\(result)")
    let before = try #require(Int32(try fixture.home.text(of: "before").dropLast()))
    #expect(kill(before, SIGKILL) == 0)
    #expect(try living(fixture) == [])
  }
}
