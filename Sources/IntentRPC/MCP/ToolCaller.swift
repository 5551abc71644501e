import IntentKit
import JSONText

/// Does the calls of tools.
struct ToolCaller: Sendable {
  /// Questions that one call may lead to.
  static let questionLimit = 10

  let intents: ServedIntents
  let tools: ToolList
  let open = OpenCalls()

  func work(
    for request: RPCRequest,
    from client: MCPClient
  ) throws(RPCError) -> RPCWork {
    let call = try ToolCall(request, tools: tools)
    let next = try open.next(for: call, from: request)
    let title = intents.definitions.first { $0.id == call.name }?.title ?? call.name
    return .task(
      RPCTask(order(of: call), progress: request.progressToken(title: title)) {
        (turn) throws(RPCError) in
        switch next {
        case .declined: client.completed(ToolResult.declined(call.name))
        case .perform(let intent, let answered):
          try await perform(call, as: intent, after: answered, from: client, turn)
        }
      }
    )
  }

  private func order(of call: ToolCall) -> RPCTask.Order {
    call.isPlan ? .read : intents.order(of: call.name) ?? .any
  }

  /// Performs a call; what it needs is asked for, where the client can answer.
  ///
  /// - Parameter answered: what was asked for last. A question that comes again after it was
  ///   answered, such as one that was answered with no, is not put again.
  private func perform(
    _ tool: ToolCall,
    as call: Call,
    after answered: Needs?,
    from client: MCPClient,
    _ turn: RPCTurn
  ) async throws(RPCError) -> JSONValue {
    if tool.isPlan { return client.completed(await plan(tool)) }
    var (call, answered) = (call, answered)
    for _ in 0..<Self.questionLimit {
      let outcome = await intents.engine.perform(call, from: .mcp, canAsk: client.canElicit) {
        turn.report($0, message: $1)
      }
      guard case .needsInput(let needs) = outcome else {
        return client.completed(ToolResult.json(of: outcome))
      }
      if needs.state == nil, needs.fields == answered?.fields { break }
      var answers: JSONObject?
      if let question = Question(needs, for: client) {
        if case .request = client.era {
          return .object(question.inputRequired(open.keep(tool, call, asking: needs)))
        }
        do throws(RPCError) {
          let reply = try await turn.ask("elicitation/create", question.parameters)
          answers = question.answers(in: reply)
        } catch {
          // Whoever asked waits no longer than its question is open.
          if let declined = call.answering(needs, with: nil) {
            _ = await intents.engine.perform(declined, from: .mcp)
          }
          throw error
        }
      } else if needs.state == nil {
        return client.completed(ToolResult.json(of: outcome))
      }
      guard let next = call.answering(needs, with: answers) else { break }
      (call, answered) = (next, needs)
    }
    return client.completed(ToolResult.declined(tool.name))
  }

  private func plan(_ tool: ToolCall) async -> JSONObject {
    let call: Call
    do throws(IntentError) {
      call = try Call(json: .object(tool.arguments))
    } catch {
      return ToolResult.json(of: error.outcome)
    }
    let outcome = await intents.engine.rehearsal().perform(call, from: .mcp)
    guard let answer = outcome.answer else { return ToolResult.json(of: outcome) }
    var value: JSONObject = ["dialog": .string(answer.dialog), "value": .object(answer.value)]
    value["plan"] = answer.plan?.json
    return ToolResult.json(dialog: answer.dialog, value: value)
  }
}
