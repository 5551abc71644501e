import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PomodoroTests {
  private let program = HabitsProcess(arguments: [], program: "Pomodoro")

  @Test func `rounds of work have breaks between them`() async throws {
    let answer = try await program.call(
      ("Pomodoro", ["rounds": 2, "at": "2026-11-20T09:30:00+01:00"])
    )[0]
    #expect(
      answer["structuredContent"]?["intervals"] == [
        ["kind": "work", "start": "2026-11-20T08:30:00Z", "end": "2026-11-20T08:55:00Z"],
        ["kind": "break", "start": "2026-11-20T08:55:00Z", "end": "2026-11-20T09:00:00Z"],
        ["kind": "work", "start": "2026-11-20T09:00:00Z", "end": "2026-11-20T09:25:00Z"],
      ]
    )
  }

  @Test func `an invalid duration is named in the error`() async throws {
    let answer = try await program.call(("Pomodoro", ["at": "soon"]))[0]
    #expect(answer["isError"] == true)
    let text = answer["content"]?.array?.first?["text"]
    #expect(text == "'soon' is not valid for 'at'. Use a time such as 2026-11-20T09:30:00Z.")
  }

  @Test func `waiting reports progress`() async throws {
    let reply = try await program.run(
      input: """
        {"jsonrpc":"2.0","id":1,"method":"Wait","params":{"seconds":1,"workDoneToken":"w"}}

        """
    )
    #expect(reply.output.contains(#""dialog":"Waited 1 s.""#))
    #expect(reply.output.contains(#""kind":"begin""#))
    #expect(reply.output.contains(#""kind":"end""#))
  }

  @Test func `cancelling ends the wait at once`() async throws {
    let reply = try await program.run(
      input: """
        {"jsonrpc":"2.0","id":1,"method":"Wait","params":{"seconds":14400}}
        {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}

        """
    )
    #expect(try JSONValue(parsing: Array(reply.output.utf8))["error"]?["code"] == -32800)
    #expect(reply.status == 0)
  }
}
