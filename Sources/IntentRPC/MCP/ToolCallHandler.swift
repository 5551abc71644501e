import IntentKit
import JSONText

/// Handles the tool calls of MCP clients.
struct ToolCallHandler: Sendable {
  /// The maximum number of times that one request may prompt the user.
  ///
  /// Further prompts are declined without showing them, and a call that keeps prompting is
  /// abandoned.
  static let elicitationLimit = 10

  let intents: IntentCatalog
  let tools: ToolList
  private let pending = PendingElicitations<PendingToolCall>(limit: 100)

  /// A tool call that waits until the client repeats it with the answers to its input request.
  private struct PendingToolCall {
    let tool: ToolCall
    let call: IntentCall
    let inputRequest: InputRequest
  }

  func handle(
    _ request: RPCRequest,
    from client: MCPClientInfo
  ) throws(RPCError) -> RPCHandlerResult {
    let call = try ToolCall(request, tools: tools)
    if let compositeTool = call.compositeTool {
      let progress = request.progressToken(title: compositeTool.rawValue)
      return handle(call, as: compositeTool, progress: progress, from: client)
    }
    let next = try next(for: call, from: request)
    let title = intents.definition(of: call.name)?.title ?? call.name
    return .task(
      RPCTask(scheduling(of: call), progress: request.progressToken(title: title)) {
        (context) throws(RPCError) in
        guard let next else { return client.completed(ToolResult.declined(call.name)) }
        return try await perform(call, as: next.call, after: next.answered, from: client, context)
      }
    )
  }

  /// Returns the call to perform: the call as received, or the stored call with the answers; nil if
  /// the user declined to answer.
  ///
  /// `answered` is the input request that the client has just answered, if any.
  private func next(
    for tool: ToolCall,
    from request: RPCRequest
  ) throws(RPCError) -> (call: IntentCall, answered: InputRequest?)? {
    let parameters = request.parameters.named
    switch (parameters["requestState"], parameters["inputResponses"]) {
    case (nil, nil): return (tool.call, nil)
    case (.string(let state)?, .object(let replies)?):
      guard let entry = pending.take(state), entry.tool == tool else { throw .staleState }
      let answers = ElicitationForm.answers(among: replies, to: entry.inputRequest)
      return entry.call.answering(entry.inputRequest, with: answers).map {
        ($0, entry.inputRequest)
      }
    default: throw .staleState
    }
  }

  private func scheduling(of call: ToolCall) -> RPCTask.Scheduling {
    call.isPlan ? .read : intents.scheduling(of: call.name) ?? .unordered
  }

  /// Performs a call, prompting the user for missing input if the client supports it.
  ///
  /// - Parameter answered: the last prompt that the user answered. The prompt is shown again if its
  ///   answer was invalid, but not if the call requests the same input once more.
  private func perform(
    _ tool: ToolCall,
    as call: IntentCall,
    after answered: InputRequest?,
    from client: MCPClientInfo,
    _ context: RequestContext
  ) async throws(RPCError) -> JSONValue {
    if tool.isPlan { return client.completed(await plan(tool)) }
    var (call, answered) = (call, answered)
    for asked in 0..<2 * Self.elicitationLimit {
      let outcome = await outcome(of: call, after: answered, from: client, context)
      guard let inputRequest = inputRequest(after: outcome, answered) else {
        return client.completed(ToolResult.json(of: outcome))
      }
      if case .needsInput = outcome, inputRequest.isRepeated(of: answered) { break }
      var answers: JSONObject?
      let question =
        asked < Self.elicitationLimit ? ElicitationForm(inputRequest, for: client) : nil
      if let question {
        if case .perRequest = client.negotiation {
          let entry = PendingToolCall(tool: tool, call: call, inputRequest: inputRequest)
          return .object(question.inputRequired(pending.add(entry)))
        }
        do throws(RPCError) {
          let reply = try await context.sendRequest("elicitation/create", question.parameters)
          answers = question.answers(in: reply)
        } catch {
          // The client can't answer, so decline for it. Otherwise the plugin would wait until its
          // own timeout.
          if let declined = call.answering(inputRequest, with: nil) {
            _ = await intents.engine.perform(declined, from: .mcp)
          }
          throw error
        }
      } else if inputRequest.state == nil {
        return client.completed(ToolResult.json(of: outcome))
      }
      guard let next = call.answering(inputRequest, with: answers) else { break }
      (call, answered) = (next, inputRequest)
    }
    if call.input != nil { await abandon(call) }
    return client.completed(ToolResult.declined(tool.name))
  }

  /// Cancels a call that still waits for the user's input.
  private func abandon(_ call: IntentCall) async {
    let last = Task { _ = await intents.engine.perform(call, from: .mcp) }
    last.cancel()
    await last.value
  }

  /// Performs a call, unless the last answer of the user doesn't match the prompt's schema.
  private func outcome(
    of call: IntentCall,
    after answered: InputRequest?,
    from client: MCPClientInfo,
    _ context: RequestContext
  ) async -> Outcome {
    if let problem = answered?.problem(with: call) {
      return .failed(.invalidValue(problem))
    }
    return await intents.engine.perform(
      call,
      from: .mcp,
      canRequestInput: client.canElicit,
      report: { context.report($0, message: $1) },
      allowNextCall: context.releaseBarrier
    )
  }

  /// Returns the prompt to show next; nil if none is needed.
  ///
  /// It is the call's own input request, or the last prompt again with the reason why its answer
  /// was rejected.
  private func inputRequest(after outcome: Outcome, _ answered: InputRequest?) -> InputRequest? {
    switch outcome {
    case .needsInput(let inputRequest): return inputRequest
    case .failed(let error):
      let places = answered?.fields.map { JSONValue.string(JSONPointer([$0.name]).description) }
      guard let answered, [.badInput, .missingInput].contains(error.kind),
        let place = error.data["path"],
        places?.contains(place) == true
      else { return nil }
      return InputRequest(error.message, form: answered.form, state: answered.state)
    default: return nil
    }
  }

  private func plan(_ tool: ToolCall) async -> JSONObject {
    let call: IntentCall
    do throws(Failure) {
      call = try IntentCall(json: .object(tool.arguments))
    } catch {
      return ToolResult.json(of: .failed(error))
    }
    if let refusal = tools.refusal(of: call.intent) {
      return ToolResult.json(of: .failed(refusal))
    }
    let outcome = await intents.engine.dryRunCopy().perform(call, from: .mcp)
    guard let answer = outcome.result else { return ToolResult.json(of: outcome) }
    let dialog = JSONValue.string(answer.markedAsDryRun(false).dialog)
    var value: JSONObject = ["dialog": dialog, "value": .object(answer.value)]
    value["plan"] = answer.plan?.json
    return ToolResult.json(dialog: answer.dialog, value: value)
  }
}

extension InputRequest {
  /// Whether this request asks for the same input as a prompt that was already answered.
  fileprivate func isRepeated(of answered: InputRequest?) -> Bool {
    state == nil && fields.map(\.name) == answered?.fields.map(\.name)
  }

  /// Returns the problem of the first answer to this prompt that doesn't match its schema.
  fileprivate func problem(with call: IntentCall) -> ValidationError? {
    guard let given = state == nil ? call.values : call.input?.answers else { return nil }
    for field in fields {
      guard let value = given[field.name], let schema = field.schema.object else { continue }
      let problems = SchemaValidator(schema).problems(in: value, at: JSONPointer([field.name]))
      if let problem = problems.first { return problem }
    }
    return nil
  }
}
