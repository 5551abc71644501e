import JSONText
import Testing

@testable import IntentRPC

/// A call of a tool whose server asks while it works.
@Suite(.timeLimit(.minutes(5))) struct ToolCallTaskTests {
  /// A call that goes on until it is cancelled.
  private func endlessCall() -> ToolCallTask {
    ToolCallTask { _ throws(MCPServerError) in
      try? await Task.sleep(for: .seconds(3600))
      throw .cancelled
    }
  }

  @Test func `a question comes at the moment at which its call is cancelled`() async {
    for _ in 0..<20_000 {
      let run = endlessCall()
      let caller = Task { _ = await run.next() }
      let server = Task { run.enqueue(["message": "?"]) { _ in } }
      caller.cancel()
      await server.value
      await caller.value
      run.cancel()
    }
  }

  @Test func `questions that are open when the server answers are withdrawn`() async {
    let run = endlessCall()
    let (answers, answer) = AsyncStream<JSONValue>.makeStream()
    for _ in 0..<2 { run.enqueue(["message": "?"]) { answer.yield($0) } }
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
