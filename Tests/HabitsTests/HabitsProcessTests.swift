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
}
