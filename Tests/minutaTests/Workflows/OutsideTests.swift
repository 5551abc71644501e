import Foundation
import Glibc
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// What is done outside the records.
@Suite(.timeLimit(.minutes(5))) struct OutsideTests {
  @Test(arguments: [
    (#""$5 ${x}\n""#, "$5 ${x}\n"),
    (#"{"a":[1,2.50]}"#, "{\n  \"a\": [\n    1,\n    2.50\n  ]\n}\n"),
    ("null", "null\n"),
  ])
  func `a file gets a text as it is, and any other value as JSON`(
    _ content: String,
    _ expected: String
  ) async throws {
    let bench = try MinutaBench()
    let file = bench.home.path + "/out file"
    let with = #"{"path":"~/out file","content":\#(content)}"#
    let outcome = try await bench.outcome(["run", "WriteFile", "--with", with])
    #expect(outcome["value"]?["path"] == .string(file))
    #expect(try bench.home.text(of: "out file") == expected)
    let dry = try await bench.run("run", "WriteFile", "--with", with, "--dry-run")
    #expect(dry.output.hasSuffix("bytes to '~/out file'. Dry run: nothing was written.\n"))
  }

  @Test func `what is there keeps its rights, and what a link leads to is written`() async throws {
    let bench = try MinutaBench()
    try await bench.shell("echo old > real; chmod 640 real; ln -s real link")
    let with = #"{"path":"~/link","content":"new"}"#
    #expect(try await bench.run("run", "WriteFile", "--with", with).status == 0)
    #expect(try await bench.shell("cat real; stat -c %a real; readlink link") == "new640\nreal\n")
  }

  @Test(arguments: ["mkfifo out", "ln -s /dev/null out"])
  func `a pipe or a device is neither written nor replaced`(_ making: String) async throws {
    let bench = try MinutaBench()
    try await bench.shell(making)
    let result = try await bench.run(
      "run",
      "WriteFile",
      "--with",
      #"{"path":"~/out","content":""}"#
    )
    let file = "'\(bench.home.path)/out'"
    #expect(result.errors == "minuta: Cannot write \(file): it is not a regular file.\n")
    #expect(result.status == 1)
    #expect(try await bench.shell("test -p out || test -c out; ls") == "out\n")
  }

  /// A shared folder as /tmp is one, in which another user has put a link of the name `link`; the
  /// file it leads to is only ours.
  private func sharedFolder(_ link: String) async throws -> MinutaBench {
    let bench = try MinutaBench()
    try await bench.shell("mkdir shared private; echo old > private/file")
    try OrdinaryUser.give(bench.home.path)
    try await bench.shell("chown 0:0 shared; chmod 1777 shared; \(link)")
    return bench
  }

  private static let obstacle = try? OrdinaryUser.obstacle(to: Programs.minuta)

  @Test(
    .enabled("only root can give a link away") { User.isRoot },
    .enabled(if: obstacle == nil, "\(obstacle ?? "")"),
    arguments: [
      ("ln -s ../private/file shared/link", "link"), ("ln -s ../private shared/link", "link/file"),
      ("ln -s $HOME/private/new shared/link", "link"),
    ]
  )
  func `a link of another user is not followed`(_ link: String, _ name: String) async throws {
    let bench = try await sharedFolder("\(link); chown -h 12345:12345 shared/link")
    let before = try bench.home.content(below: "private")
    let result = try await OrdinaryUser.run(
      Programs.minuta,
      ["run", "WriteFile", "--with", #"{"path":"~/shared/\#(name)","content":"new"}"#],
      environment: bench.environment
    )
    let shared = "'\(bench.home.path)/shared"
    let reason = "the link \(shared)/link' belongs to another user"
    #expect(result.errors == "minuta: Cannot write \(shared)/\(name)': \(reason).\n")
    #expect(result.status == 1)
    #expect(try bench.home.content(below: "private") == before)
  }

  @Test(
    .enabled("only root can give a link away") { User.isRoot },
    .enabled(if: obstacle == nil, "\(obstacle ?? "")"),
    arguments: [0, OrdinaryUser.number]
  )
  func `a link of ours or of the folder's owner is followed`(_ owner: UInt32) async throws {
    let link = "ln -s ../private/file shared/link; chown -h \(owner):\(owner) shared/link"
    let bench = try await sharedFolder(link)
    let result = try await OrdinaryUser.run(
      Programs.minuta,
      ["run", "WriteFile", "--with", #"{"path":"~/shared/link","content":"new"}"#],
      environment: bench.environment
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try bench.home.text(of: "private/file") == "new")
  }

  @Test func `what lies where a temporary file could is not written over`() async throws {
    let bench = try MinutaBench()
    let names = "out.$$.1.tmp out.$$.0.tmp out.$$.tmp .out.tmp out.tmp"
    try await bench.shell(
      """
      echo keep > other
      sh -c 'for name in \(names); do ln other $name; done; exec "$0" run WriteFile --with "$1"' \
        "$0" '{"path":"~/out","content":"new"}'
      grep -q keep other; grep -q new out
      """
    )
  }

  @Test(arguments: ["/nowhere/x", "/", "/proc/x"])
  func `a file that cannot be written is named, and nothing is left`(_ path: String) async throws {
    let bench = try MinutaBench()
    let with = #"{"path":"\#(path)","content":"x"}"#
    let result = try await bench.run("run", "WriteFile", "--with", with)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("minuta: Cannot write '\(path)': "))
  }

  @Test func `no file is written over MCP, also not by a workflow`() async throws {
    let bench = try await WorkflowBench.make()
    try bench.install(example: "weekly_summary")
    let talk = try bench.talk()
    try talk.ask(1, "tools/list", ["_meta": PluginBench.meta])
    let tools = try await talk.reply(to: 1)["result"]?["tools"]?.array?.compactMap {
      $0["name"]?.string
    }
    #expect(tools?.contains("Notify") == true)
    #expect(tools?.contains("WriteFile") == false)
    #expect(tools?.contains("weekly_summary") == false)
    _ = try await talk.finish()
  }

  /// A bench in whose home `notify-send` starts others that leave its session, of which one loses its
  /// parent, and writes their ids to the file `ids`.
  private func hangingNotifier(_ ending: String) async throws -> MinutaBench {
    let bench = try MinutaBench()
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
    try await bench.home.writeExecutable(script, to: "bin/notify-send")
    try bench.home.write("", to: "ids")
    return bench
  }

  private func path(_ bench: MinutaBench) -> [String: String] {
    ["PATH": "\(bench.home.path)/bin:/usr/bin:/bin"]
  }

  /// The processes of the bench that are there, zombies aside.
  private func living(_ bench: MinutaBench) throws -> [String] {
    try bench.home.text(of: "ids").split(separator: "\n").map(String.init).filter { id in
      let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      return status.map { !$0.contains(") Z ") } ?? false
    }
  }

  @Test func `a notify-send that hangs is given up, and nothing of it stays`() async throws {
    let bench = try await hangingNotifier("exec sleep 1000")
    let result = try await bench.run(["notify", "x"], environment: path(bench))
    let reason = "notify-send did not end within 5.0 seconds"
    #expect(result.errors == "minuta: The notification could not be shown: \(reason).\n")
    #expect(result.status == 1)
    #expect(try bench.home.text(of: "ids").split(separator: "\n").count == 3)
    #expect(try living(bench) == [])
  }

  @Test func `what a notify-send leaves behind ends with us`() async throws {
    let bench = try await hangingNotifier("exit 0")
    let result = try await bench.run(["notify", "x"], environment: path(bench))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try bench.home.text(of: "ids").split(separator: "\n").count == 3)
    #expect(try living(bench) == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `what was started ends where we are asked to`(_ signal: Int32) async throws {
    let bench = try await hangingNotifier("exec sleep 1000")
    let process = try ChildProcess(
      Programs.minuta,
      ["notify", "x"],
      environment: bench.environment.merging(path(bench)) { $1 }
    )
    try await wait(for: "notify-send") {
      try bench.home.text(of: "ids").split(separator: "\n").count == 3
    }
    kill(process.id, signal)
    #expect(try await process.finish().status == -signal)
    // A process that was killed ends a moment later.
    try await wait(for: "the end of its descendants") { try living(bench) == [] }
  }

  @Test func `what was there before us stays`() async throws {
    let bench = try await hangingNotifier("exit 0")
    let script = "sleep 1000 > /dev/null 2>&1 & echo $! > before; exec \"$0\" notify x"
    let words = ["-c", "cd \"$HOME\"; \(script)", Programs.minuta]
    let environment = bench.environment.merging(path(bench)) { $1 }
    let result = try await Programs.run("/bin/sh", words, environment: environment)
    #expect(result.status == 0, "\(result)")
    let before = try #require(Int32(try bench.home.text(of: "before").dropLast()))
    #expect(kill(before, SIGKILL) == 0)
    #expect(try living(bench) == [])
  }
}
