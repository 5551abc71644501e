import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@Suite(.timeLimit(.minutes(10))) struct ProcessTests {
  /// In a new folder, a process can see the index of another one before the first tags.
  @Test(arguments: 0..<10)
  func `E18 a tag that is started from twenty processes at once has one timer`(round: Int)
    async throws
  {
    let fixture = try MinutaFixture()
    let outcomes = try await withThrowingTaskGroup(of: JSONValue.self) { group in
      for _ in 0..<20 { group.addTask { try await fixture.outcomeInCrowd(["start", "Work"]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try fixture.records().count == 1)
    #expect(outcomes.filter { $0["status"] != "ok" } == [])
    #expect(Set(outcomes.map { $0["value"]?["record"]?["id"] }).count == 1)
    #expect(outcomes.filter { $0["value"]?["alreadyRunning"] == false }.count == 1)
  }

  // The time limits below are ten times the required ones, because test machines may be busy.

  @Test func `A37 discovery is answered within a second, cold`() async throws {
    let fixture = try MinutaFixture()
    // The median of several starts, because a start may be slow when many tests start at once.
    var times: [Duration] = []
    for _ in 0..<5 {
      let begin = ContinuousClock.now
      let rpcClient = try RPCTestClient(fixture)
      let reply = try await rpcClient.request(1, "server/discover", ["_meta": Self.modern])
      times.append(begin.duration(to: .now))
      #expect(reply["result"]?["supportedVersions"]?.array?.contains("2026-07-28") == true)
      #expect(try await rpcClient.finish().code == 0)
    }
    #expect(times.sorted()[2] < .seconds(1), "\(times)")
  }

  @Test func `a subscribed server watches all directories with one queue`() async throws {
    let fixture = try MinutaFixture()
    _ = try await fixture.outcome(["start", "First"])
    let folders = ["store", ".config/minuta/intents", ".config/minuta/plugins"].map {
      "\(fixture.home.path)/\($0)"
    }
    for folder in folders { try Directory.make(folder) }
    let rpcClient = try RPCTestClient(fixture)
    _ = try await rpcClient.request(1, "minuta/subscribe", [:])
    let process = "/proc/\(rpcClient.id)"
    let queues = try #require(try Directory.names(in: "\(process)/fd")).filter { name in
      let path = "\(process)/fd/\(name)"
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: path))
        == "anon_inode:inotify"
    }
    #expect(queues.count == 1)
    let watches = try String(
      contentsOfFile: "\(process)/fdinfo/\(queues.first ?? "")",
      encoding: .utf8
    )
    for folder in folders {
      let inode = String(try #require(try FileStatus.of(folder)).inode, radix: 16)
      #expect(watches.contains(" ino:\(inode) "), "\(folder)")
    }
    #expect(try await rpcClient.finish().code == 0)
  }

  private static let modern: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  @Test(
    arguments: [("--key", "x", "key"), ("--yes", nil, "confirm")] as [(String, String?, String)]
  )
  func `rpc refuses the flags of one call`(
    flag: String,
    value: String?,
    parameter: String
  ) async throws {
    let fixture = try MinutaFixture()
    let result = try await fixture.run(["rpc", flag] + [value].compactMap(\.self))
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.contains(
        "The flag '\(flag)' can't be used with 'minuta rpc'. "
          + "Clients set '\(parameter)' in each call instead.\n"
      )
    )
  }

  @Test func `minuta/check reports all problems of a call`() async throws {
    let fixture = try MinutaFixture()
    let rpcClient = try RPCTestClient(fixture)
    let values: JSONValue = ["tga": "Work", "parallel": 1, "comment": 2]
    try rpcClient.sendRequest(1, "minuta/check", ["intent": "StartTimer", "with": values])
    let reply = try await rpcClient.reply(to: 1)
    let paths = reply["result"]?["problems"]?.array?.map { $0["error"]?["data"]?["path"] }
    #expect(paths == ["/tga", "/parallel", "/comment"])
    try rpcClient.sendRequest(2, "minuta/check", ["intent": "StartTimer", "with": ["at": "25:00"]])
    #expect(try await rpcClient.reply(to: 2)["result"]?["problems"]?.array?.count == 1)
    #expect(try await rpcClient.finish().code == 0)
  }

  @Test(arguments: [
    (#""StartTimr""#, "{}", -32601, "unknownIntent"),
    (#""StartTimer""#, #"{"tga": 1}"#, -32602, "invalidValue"),
    (#""StartTimer""#, #"{"at": "25:00"}"#, -32602, "invalidValue"),
    (#""LogTime""#, "null", -32602, "missingValue"),
    (#""StartTimer""#, #"["Work"]"#, -32602, "invalidValue"),
    (#""StopTimer""#, #"{"tag": "Nothing"}"#, 1001, "tagNotFound"),
    (#""StartTimer""#, #"{"at": "2999-01-01T00:00:00Z"}"#, 1001, "startInFuture"),
  ])
  func `A21 a failure has a code and a stable name`(
    method: String,
    params: String,
    code: Int,
    word: String?
  ) async throws {
    let fixture = try MinutaFixture()
    let request = #"{"jsonrpc":"2.0","id":"a","method":\#(method),"params":\#(params)}"#
    let reply = try JSONValue(parsing: try await fixture.run(["rpc"], input: request + "\n").output)
    #expect(reply["error"]?["code"]?.integer == code)
    #expect(reply["error"]?["data"]?["code"]?.string == word)
    #expect(reply["error"]?["message"]?.string?.hasSuffix(".") == true)
    #expect(reply["id"] == "a")
    #expect(try fixture.content().isEmpty)
  }

  @Test
  func `A28 a call that waits for the store can be cancelled or time out`() async throws {
    let fixture = try MinutaFixture()
    #expect(try await fixture.run("start", "Work").status == 0)
    let before = try fixture.content()
    let holder = try await fixture.lockHolder()
    defer { holder.end() }
    let client = try RPCTestClient(fixture, [])
    try client.sendRequest(1, "StopTimer", ["workDoneToken": 7])
    // The first notification shows that the call has begun and now waits for the locked store.
    #expect(try await client.next()?["params"]?["value"]?["kind"] == "begin")
    try client.sendRequest(2, "minuta/run", ["intent": "StopTimer", "timeoutMs": 50])
    try client.sendRequest(3, "minuta/run", ["intent": "Status", "timeoutMs": 50])
    let overdue = try await client.next(2)
    try client.sendNotification("$/cancelRequest", ["id": 1])
    let errors = (overdue + (try await client.finish().messages)).compactMap { $0["error"] }
    #expect(errors.map { $0["code"]?.integer } == [1003, 1003, -32800])
    #expect(errors.map { $0["data"]?["code"]?.string } == ["timeout", "timeout", "cancelled"])
    #expect(try fixture.content() == before)
  }

  @Test func `A24 requests before an exit are completed`() async throws {
    let fixture = try MinutaFixture()
    let client = try RPCTestClient(fixture, [])
    try client.send(
      RPCTestClient.message(1, "initialize", ["capabilities": [:]]),
      RPCTestClient.message(2, "StartTimer", ["tag": "Work"]),
      RPCTestClient.message(3, "shutdown"),
      RPCTestClient.message(nil, "exit")
    )
    let (messages, code) = try await client.finish()
    #expect(code == 0)
    #expect(Set(messages.map { $0["id"] }) == [1, 2, 3])
    #expect(try fixture.records().count == 1)
  }

  @Test func `E10 a record in the future needs --planned, and a timer can't start in the future`()
    async throws
  {
    let fixture = try MinutaFixture()
    let later = "2999-01-01 09:00"
    let log = ["log", "Work", "30m", "--start", later]
    for (words, code) in [
      (log, "endInFuture"), (["start", "Work", "--at", later], "startInFuture"),
    ] {
      #expect(try await fixture.outcome(words)["error"]?["code"]?.string == code)
    }
    #expect(try fixture.content().isEmpty)
    #expect(try await fixture.outcome(log + ["--planned"])["status"] == "ok")
    #expect(try fixture.records().count == 1)
  }

  @Test(arguments: [nil, SIGTERM, SIGHUP])
  func `A23 an idle server exits at the end of input or when terminated, without a child`(
    signal: Int32?
  ) async throws {
    let fixture = try MinutaFixture()
    let plugin = [TestPrograms.built("Messages"), "--as", fixture.home.path]
    let added = try await fixture.run(["plugin", "add", "chat", "--allow-all", "--"] + plugin)
    try #require(added.status == 0, "\(added)")
    let children = { ProcessSnapshot.commandLines(of: plugin.joined(separator: "\0")) }
    let client = try RPCTestClient(fixture)
    #expect(try await client.request(1, "chat__listChats", [:])["result"]?["status"] == "ok")
    #expect(children().count == 1)
    let begin = ContinuousClock.now
    if let signal {
      kill(client.id, signal)
      // The server must exit although its input stays open.
      try await wait(for: "end of the output", limit: .seconds(10)) { client.hasEnded }
    }
    #expect(try await client.finish().code == -(signal ?? 0))
    #expect(begin.duration(to: .now) < .seconds(10))
    #expect(children() == [])
  }
}
