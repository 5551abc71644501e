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
    let values = try open.values(for: call, from: request)
    let title = intents.definitions.first { $0.id == call.name }?.title ?? call.name
    return .task(
      RPCTask(order(of: call), progress: request.progressToken(title: title)) {
        (turn) throws(RPCError) in
        switch values {
        case .declined: client.completed(ToolResult.declined(call.name))
        case .given(let values, let answered):
          try await perform(call, with: values, answered, from: client, turn)
        }
      }
    )
  }

  private func order(of call: ToolCall) -> RPCTask.Order {
    call.isPlan ? .read : intents.order(of: call.name) ?? .any
  }

  /// Performs a call; what it needs is asked for, where the client can answer.
  ///
  /// - Parameter answered: the question that was put last. One that comes again after it was
  ///   answered, such as one that was answered with no, is not put again; one whose answer cannot
  ///   be used is.
  private func perform(
    _ tool: ToolCall,
    with values: JSONObject,
    _ answered: Needs?,
    from client: MCPClient,
    _ turn: RPCTurn
  ) async throws(RPCError) -> JSONValue {
    if tool.isPlan { return client.completed(await plan(tool)) }
    var (values, answered) = (values, answered)
    for _ in 0..<Self.questionLimit {
      let outcome = await outcome(of: tool, with: values, answered, from: client, turn)
      let needs = needs(after: outcome, answered)
      guard let needs, let question = Question(needs, for: client) else {
        // What the client answered is no part of its request.
        if answered == nil { turn.take(outcome.answer?.stamp) }
        return client.completed(ToolResult.json(of: outcome))
      }
      if case .needsInput = outcome, needs.parameter == answered?.parameter { break }
      if case .request = client.era {
        return .object(question.inputRequired(open.keep(tool, values, asking: needs)))
      }
      let reply = try await turn.ask("elicitation/create", question.parameters)
      guard let answer = question.answer(in: reply) else {
        return client.completed(ToolResult.declined(tool.name))
      }
      values[needs.parameter] = answer
      answered = needs
    }
    return client.completed(ToolResult.declined(tool.name))
  }

  /// Does a call, unless what was answered last is nothing that was asked for.
  private func outcome(
    of tool: ToolCall,
    with values: JSONObject,
    _ answered: Needs?,
    from client: MCPClient,
    _ turn: RPCTurn
  ) async -> Outcome {
    if let answered, let schema = answered.schema.object, let value = values[answered.parameter] {
      let place = JSONPointer([answered.parameter])
      let problem = SchemaCheck(schema).problems(in: value, at: place).first
      if let problem { return IntentError.invalidValue(problem).outcome }
    }
    let call = Call(tool.name, with: values, key: tool.key)
    return await intents.engine.perform(call, from: .mcp, canAsk: client.canElicit) {
      turn.report($0, message: $1)
    }
  }

  /// What has to be asked after an outcome: what the call needs, or, where the answer to the last
  /// question cannot be used, that question with the reason.
  private func needs(after outcome: Outcome, _ answered: Needs?) -> Needs? {
    switch outcome {
    case .needsInput(let needs): return needs
    case .failed(let error):
      guard let answered, error.kind == .badInput,
        error.data["path"] == .string(JSONPointer([answered.parameter]).description)
      else { return nil }
      return Needs(error.message, parameter: answered.parameter, schema: answered.schema)
    default: return nil
    }
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
