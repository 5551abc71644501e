import Foundation
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ProcessTests {
  @Test func `two processes that start and stop at once lose nothing`() async throws {
    let bench = try MinutaBench()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for side in ["left", "right"] {
        group.addTask {
          for round in 0..<20 {
            let started = try await bench.run("start", "\(side) \(round)")
            #expect(started.status == 0, "\(started.errors)")
            let stopped = try await bench.run("stop", "\(side) \(round)")
            #expect(stopped.status == 0, "\(stopped.errors)")
          }
        }
      }
      try await group.waitForAll()
    }
    let records = try bench.records()
    #expect(records.count == 40)
    #expect(records.allSatisfy { $0["endTime"] != nil })
    #expect(Set(records.compactMap { $0["tagId"]?.string }).count == 40)
    let tags = try JSONValue(parsing: bench.home.text(of: "store/tags.json"))
    #expect(tags["tags"]?.array?.count == 40)
  }

  @Test func `E18 a tag that is started from twenty processes at once has one timer`() async throws
  {
    let bench = try MinutaBench()
    let outcomes = try await withThrowingTaskGroup(of: JSONValue.self) { group in
      for _ in 0..<20 { group.addTask { try await bench.outcomeInCrowd(["start", "Work"]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try bench.records().count == 1)
    #expect(Set(outcomes.map { $0["value"]?["record"]?["id"] }).count == 1)
    #expect(outcomes.filter { $0["value"]?["alreadyRunning"] == false }.count == 1)
  }

  @Test func `a request over RPC starts a timer that status and the folder show`() async throws {
    let bench = try MinutaBench()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"StartTimer","params":{"tag":"Work"}}"#
    let reply = try await bench.run(["rpc"], input: request + "\n")
    #expect(reply.status == 0)
    #expect(reply.errors.isEmpty)
    let result = try JSONValue(parsing: reply.output)["result"]
    #expect(result?["status"] == "ok")
    let status = try JSONValue(parsing: try await bench.run("status", "json").output)
    #expect(status["running"]?.array?.map { $0["id"] } == [result?["value"]?["record"]?["id"]])
    #expect(try bench.records().map { $0["id"] } == [result?["value"]?["record"]?["id"]])
  }

  @Test(arguments: [
    (#""StartTimr""#, "{}", -32601, "unknownIntent"),
    (#""StartTimer""#, #"{"tga": 1}"#, -32602, "invalidValue"),
    (#""StartTimer""#, #"{"at": "25:00"}"#, -32602, "invalidValue"),
    (#""LogTime""#, "null", -32602, "missingValue"),
    (#""StartTimer""#, #"["Work"]"#, -32602, nil),
    (#""StopTimer""#, #"{"tag": "Nothing"}"#, 1001, "tagNotFound"),
    (#""StartTimer""#, #"{"at": "2999-01-01T00:00:00Z"}"#, 1001, "startInFuture"),
  ])
  func `A21 a failure has its code, and a stable word for it`(
    method: String,
    params: String,
    code: Int,
    word: String?
  ) async throws {
    let bench = try MinutaBench()
    let request = #"{"jsonrpc":"2.0","id":"a","method":\#(method),"params":\#(params)}"#
    let reply = try JSONValue(parsing: try await bench.run(["rpc"], input: request + "\n").output)
    #expect(reply["error"]?["code"]?.integer == code)
    #expect(reply["error"]?["data"]?["code"]?.string == word)
    #expect(reply["error"]?["message"]?.string?.hasSuffix(".") == true)
    #expect(reply["id"] == "a")
    #expect(try bench.content().isEmpty)
  }

  @Test(arguments: [
    "\0", "\u{202E}desrever", "עברית", "two\nlines", "$(reboot)", "🧑‍💻",
    String(repeating: "é", count: 10_000),
  ])
  func `E37 to E43 any text is a name through files and RPC`(name: String) async throws {
    let bench = try MinutaBench()
    let call: JSONValue = ["intent": "StartTimer", "with": ["tag": .string(name)]]
    let first = try await bench.outcome(["run", "-"], input: call.text())
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "StartTimer", "params": ["tag": .string(name)],
    ]
    let reply = try JSONValue(
      parsing: try await bench.run(["rpc"], input: request.text() + "\n").output
    )
    #expect(reply["result"]?["value"]?["alreadyRunning"] == true)
    #expect(reply["result"]?["value"]?["record"]?["id"] == first["value"]?["record"]?["id"])
    #expect(first["value"]?["record"]?["tag"]?["name"]?.string == name)
  }

  @Test(arguments: [
    ("Europe/Zurich", "2024-07-15", "2024-07-15T21:30:00Z"),
    ("Europe/Zurich", "2024-01-15", "2024-01-15T22:30:00Z"),
    ("America/New_York", "2024-07-15", "2024-07-16T03:30:00Z"),
    ("America/New_York", "2024-01-15", "2024-01-16T04:30:00Z"),
    (":Asia/Kathmandu", "2024-01-15", "2024-01-15T17:45:00Z"),
  ])
  func `a record at 23:30 counts on its own day, in summer and winter`(
    zone: String,
    day: String,
    start: String
  ) async throws {
    let bench = try MinutaBench(timeZone: zone)
    let logged = try await bench.outcome(
      ["log", "Late", "--start", "\(day) 23:30", "--duration", "20m"])
    #expect(logged["value"]?["record"]?["startTime"]?.string == start)
    let summary = try await bench.outcome(["summary", "all", "--group-by", "day"])
    #expect(summary["value"]?["groups"]?.array?.map { $0["key"]?.string } == [day])
    let name = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
    #expect(summary["value"]?["range"]?["timeZone"]?.string == name)
  }

  @Test(.enabled(if: Programs.installed("flock") != nil, "flock is not installed"))
  func `A28 a call that waits for the store is cancelled, or runs out of its time`() async throws {
    let bench = try MinutaBench()
    #expect(try await bench.run("start", "Work").status == 0)
    let before = try bench.content()
    let lock = bench.store + "/.minuta.writelock.nosync"
    let flock = try #require(Programs.installed("flock"))
    let holder = try ChildProcess(flock, [lock, "cat"], environment: bench.environment)
    defer { holder.end() }
    try await wait(for: "holder") {
      try await Programs.run(flock, ["-n", lock, "true"]).status != 0
    }
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"StopTimer"}"#,
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"minuta/run","params":{"intent":"StopTimer","timeoutMs":50}}"#,
    ]
    let reply = try await bench.run(["rpc"], input: messages.joined(separator: "\n"))
    let errors = try reply.output.split(separator: "\n").compactMap {
      try JSONValue(parsing: String($0))["error"]
    }
    #expect(errors.map { $0["code"]?.integer } == [-32800, 1003])
    #expect(errors.map { $0["data"]?["code"]?.string } == ["cancelled", "timeout"])
    #expect(try bench.content() == before)
  }
}
