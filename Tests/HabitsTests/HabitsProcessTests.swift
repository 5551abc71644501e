import Contracts
import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

@Suite(.timeLimit(.minutes(5))) struct HabitsProcessTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private var program: HabitsProcess {
    HabitsProcess(arguments: ["--file", folder.path + "/habits.json"])
  }

  @Test func `the tools are listed with their schemas and hints`() async throws {
    let tools = try await program.send([("tools/list", [:])])[0]["result"]?["tools"]?.array ?? []
    #expect(tools.count == HabitIntents.all.count + 1)
    for tool in tools {
      #expect(tool["inputSchema"]?["type"] == "object")
      #expect(tool["outputSchema"]?["type"] == "object")
      #expect(tool["annotations"]?.object?.members.count == 5)
    }
    #expect(try folder.content().isEmpty)
  }

  @Test func `habits in a file are created, completed once, planned and counted`() async throws {
    let answers = try await program.call(
      ("CreateHabit", ["name": "Deep work"]),
      ("CompleteHabit", ["habit": "deep work"]),
      ("CompleteHabit", ["habit": "Deep work"]),
      ("CompleteHabit", ["habit": "Deep wrok"]),
      ("Plan", ["intent": "ArchiveHabit", "with": ["habit": "Deep work"]]),
      ("Streaks", [:])
    )
    #expect(answers.map { $0["isError"] } == [false, false, false, true, false, false])
    #expect(answers[1]["structuredContent"]?["unchanged"] == false)
    #expect(answers[2]["structuredContent"]?["unchanged"] == true)
    let hint = answers[3]["content"]?.array?.first?["text"]
    #expect(hint == "There is no habit 'Deep wrok' (did you mean 'Deep work'?).")
    #expect(answers[4]["structuredContent"]?["plan"]?["changes"]?.array?.count == 1)
    let streaks = answers[5]["structuredContent"]?["streaks"]?.array
    #expect(streaks?.map { $0["streak"]?["current"] } == [1])
  }

  @Test(.requires("python3", "curl"))
  func `habits behind an API are created and completed as those in a file`() async throws {
    let server = try TestAPIServer()
    let program = HabitsProcess(
      arguments: ["--api", server.url("v1")],
      environment: ["HABITS_TOKEN": TestAPIServer.token]
    )
    let answers = try await program.call(
      ("CreateHabit", ["name": "Deep work"]),
      ("CompleteHabit", ["habit": "deep work"]),
      ("CompleteHabit", ["habit": "Deep work"])
    )
    #expect(answers.map { $0["isError"] } == [false, false, false])
    #expect(answers[2]["structuredContent"]?["unchanged"] == true)
    #expect(try await server.storage().read().habits.map(\.completions.count) == [1])
  }

  @Test(.requires("python3", "curl"))
  func `a long-running process leaks no file descriptors`() async throws {
    let server = try TestAPIServer()
    let environment = ["HABITS_TOKEN": TestAPIServer.token]
    let arguments = ["--api", server.url("v1")]
    let client = try HabitsProcess(arguments: arguments, environment: environment).connect()
    var counts: [Int] = []
    for id in 0..<8 {
      let reply = try await client.request(.number(JSONNumber(id)), "ListHabits")
      #expect(reply["result"]?["status"] == "ok")
      counts.append(
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(client.id)/fd").count
      )
    }
    // With a leak, each of the six requests in between would leave eight descriptors open.
    #expect(counts[7] - counts[1] < 16, "\(counts)")
  }

  @Test(.requires("curl"))
  func `an unreachable API is a tool error that says what failed`() async throws {
    let program = HabitsProcess(arguments: ["--api", "http://127.0.0.1:1"])
    let answer = try await program.call(("ListHabits", [:]))[0]
    #expect(answer["isError"] == true)
    let text = answer["content"]?.array?.first?["text"]?.string
    #expect(text?.hasPrefix("Can't reach 'http://127.0.0.1:1/profile'") == true)
  }

  @Test func `the default file is in the documents folder`() async throws {
    let program = HabitsProcess(arguments: [], environment: ["HOME": folder.path])
    _ = try await program.call(("CreateArea", ["name": "Work"]))
    #expect(try folder.text(of: "Documents/Habits/habits.json").contains("Work"))
  }

  @Test func `today's habits can be read as a resource`() async throws {
    let replies = try await program.send([
      ("tools/call", ["name": "CreateHabit", "arguments": ["name": "Read"]]),
      ("resources/read", ["uri": "minuta://habits"]),
    ])
    let text = replies[1]["result"]?["contents"]?.array?.first?["text"]?.string
    #expect(text?.contains("Read") == true)
  }

  @Test func `subscribers are notified of changes by other processes`() async throws {
    let client = try program.connect()
    try await RPCSession.mcp.begin(on: client)
    let subscription = try await client.request(
      1,
      "resources/subscribe",
      ["uri": "minuta://habits"]
    )
    #expect(subscription["result"] == [:])
    _ = try await program.call(("CreateHabit", ["name": "Read"]))
    let update = try await client.first("update") {
      $0["method"] == "notifications/resources/updated"
    }
    #expect(update["params"]?["uri"] == "minuta://habits")
  }

  @Test func `concurrent processes lose nothing`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for side in ["left", "right"] {
        group.addTask { [program] in
          let calls = (0..<20).map { round -> (String, JSONValue) in
            let name = JSONValue.string("\(side) \(round)")
            return ("tools/call", ["name": "CreateHabit", "arguments": ["name": name]])
          }
          for reply in try await program.send(calls) {
            #expect(reply["result"]?["isError"] == false, "\(reply)")
          }
        }
      }
      try await group.waitForAll()
    }
    let data = try await FileStorage(path: folder.path + "/habits.json").read()
    #expect(Set(data.habits.map(\.name)).count == 40)
  }

  @Test func `many processes complete a habit only once`() async throws {
    _ = try await program.call(("CreateHabit", ["name": "Read"]))
    let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
      for _ in 0..<8 {
        group.addTask { [program] in
          try await program.call(("CompleteHabit", ["habit": "Read", "day": "2026-11-20"]))[0]
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let first = answers.filter { $0["structuredContent"]?["unchanged"] == false }
    #expect(first.count == 1)
  }

  @Test func `acknowledged changes survive a kill`() async throws {
    let path = folder.path + "/habits.json"
    let client = try program.connect()
    for round in 0..<5 {
      let id = JSONValue.number(JSONNumber(round))
      let reply = try await client.request(id, "CreateHabit", ["name": .string("Habit \(round)")])
      #expect(reply["result"]?["status"] == "ok")
    }
    client.kill()
    #expect(try await FileStorage(path: path).read().habits.count == 5)
  }

  @Test(arguments: ["Asia/Tokyo", ":Pacific/Kiritimati", "America/Los_Angeles"])
  func `days follow the time zone`(name: String) async throws {
    var program = program
    program.environment["TZ"] = name
    let identifier = name.hasPrefix(":") ? String(name.dropFirst()) : name
    let calendar = DayCalendar(timeZone: try #require(TimeZone(identifier: identifier)))
    let before = calendar.day(of: .now)
    let value = try await program.call(("ListHabits", [:]))[0]["structuredContent"]
    #expect(value?["timeZone"]?.string == identifier)
    #expect([before, calendar.day(of: .now)].map { $0.json }.contains(value?["day"]))
  }

  @Test func `an unknown argument prints the usage`() async throws {
    let result = try await HabitsProcess(arguments: ["--fiel", "/x"]).run()
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    let use = "Use it as 'Habits', 'Habits --file PATH' or 'Habits --api URL'."
    #expect(result.errors == "habits: There is no option '--fiel'. \(use)\n")
  }
}
