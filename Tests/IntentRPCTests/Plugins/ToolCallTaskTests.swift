import JSONText
import Testing

@testable import IntentRPC

/// Tests tool calls during which the server requests user input.
@Suite(.timeLimit(.minutes(15))) struct ToolCallTaskTests {
  /// Returns a tool call that runs until it is cancelled.
  private func endlessCall() -> ToolCallTask {
    ToolCallTask { _ throws(MCPServerError) in
      try? await Task.sleep(for: .seconds(3600))
      throw .cancelled
    }
  }

  @Test func `an elicitation may arrive while its call is being cancelled`() async {
    for _ in 0..<20_000 {
      let run = endlessCall()
      let caller = Task { _ = await run.next() }
      let server = Task { _ = run.enqueue(["message": "?"]) { _ in } }
      caller.cancel()
      await server.value
      await caller.value
      run.cancel()
    }
  }

  @Test func `the server's response withdraws its open elicitations`() async {
    let run = endlessCall()
    let (answers, answer) = AsyncStream<JSONValue>.makeStream()
    for _ in 0..<2 {
      #expect(run.enqueue(["message": "?"]) { answer.yield($0) })
    }
    run.markAnswered()
    run.cancel()
    guard case .ended = await run.next() else {
      Issue.record("A question is put for a call that is answered.")
      return
    }
    var iterator = answers.makeAsyncIterator()
    for _ in 0..<2 { #expect(await iterator.next() == ["action": "cancel"]) }
  }
}
