import IntentKit
import JSONText

/// Does the calls of tools.
struct ToolCallHandler: Sendable {
  /// Questions that are put during one request; those after them are declined, and a call that asks
  /// on and on is given up.
  static let elicitationLimit = 10

  let intents: IntentCatalog
  let tools: ToolList
  let pending = PendingElicitations()

  func handle(
    _ request: RPCRequest,
    from client: MCPClientInfo
  ) throws(RPCError) -> RPCHandlerResult {
    let call = try ToolCall(request, tools: tools)
    if let document = call.document {
      let progress = request.progressToken(title: document.rawValue)
      return handle(call, as: document, progress: progress, from: client)
    }
    let next = try pending.next(for: call, from: request)
    let title = intents.definition(of: call.name)?.title ?? call.name
    return .task(
      RPCTask(scheduling(of: call), progress: request.progressToken(title: title)) {
        (context) throws(RPCError) in
        switch next {
        case .declined: client.completed(ToolResult.declined(call.name))
        case .perform(let intent, let answered):
          try await perform(call, as: intent, after: answered, from: client, context)
        }
      }
    )
  }

  private func scheduling(of call: ToolCall) -> RPCTask.Scheduling {
    call.isPlan ? .read : intents.scheduling(of: call.name) ?? .unordered
  }

  /// Performs a call; what it needs is asked for, where the client can answer.
  ///
  /// - Parameter answered: the question that was put last. One that comes again after it was
  ///   answered, such as one that was answered with no, is not put again; one whose answer cannot
  ///   be used is.
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
      guard let needs = needs(after: outcome, answered) else {
        // What the client answered is no part of its request.
        if answered == nil { context.setStamp(outcome.result?.cacheValidator) }
        return client.completed(ToolResult.json(of: outcome))
      }
      if case .needsInput = outcome, needs.isRepeated(of: answered) { break }
      var answers: JSONObject?
      let question = asked < Self.elicitationLimit ? ElicitationForm(needs, for: client) : nil
      if let question {
        if case .perRequest = client.negotiation {
          return .object(question.inputRequired(pending.add(tool, call, asking: needs)))
        }
        do throws(RPCError) {
          let reply = try await context.sendRequest("elicitation/create", question.parameters)
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
    if call.input != nil { await abandon(call) }
    return client.completed(ToolResult.declined(tool.name))
  }

  /// Lets whoever asked know that nobody waits any more.
  private func abandon(_ call: IntentCall) async {
    let last = Task { _ = await intents.engine.perform(call, from: .mcp) }
    last.cancel()
    await last.value
  }

  /// Does a call, unless what was answered last is nothing that was asked for.
  private func outcome(
    of call: IntentCall,
    after answered: InputRequest?,
    from client: MCPClientInfo,
    _ context: RequestContext
  ) async -> Outcome {
    if let problem = answered?.problem(with: call) {
      return IntentError.invalidValue(problem).outcome
    }
    return await intents.engine.perform(
      call,
      from: .mcp,
      canRequestInput: client.canElicit,
      report: { context.report($0, message: $1) },
      allowNextCall: context.releaseBarrier
    )
  }

  /// What has to be asked after an outcome: what the call needs, or, where the answer to the last
  /// question cannot be used, that question with the reason.
  private func needs(after outcome: Outcome, _ answered: InputRequest?) -> InputRequest? {
    switch outcome {
    case .needsInput(let needs): return needs
    case .failed(let error):
      let places = answered?.fields.map { JSONValue.string(JSONPointer([$0.name]).description) }
      guard let answered, error.kind == .badInput, let place = error.data["path"],
        places?.contains(place) == true
      else { return nil }
      return InputRequest(error.message, form: answered.form, state: answered.state)
    default: return nil
    }
  }

  private func plan(_ tool: ToolCall) async -> JSONObject {
    let call: IntentCall
    do throws(IntentError) {
      call = try IntentCall(json: .object(tool.arguments))
    } catch {
      return ToolResult.json(of: error.outcome)
    }
    if let refusal = tools.refusal(of: call.intent) {
      return ToolResult.json(of: .failed(refusal))
    }
    let outcome = await intents.engine.dryRunCopy().perform(call, from: .mcp)
    guard let answer = outcome.result else { return ToolResult.json(of: outcome) }
    var value: JSONObject = ["dialog": .string(answer.dialog), "value": .object(answer.value)]
    value["plan"] = answer.plan?.json
    return ToolResult.json(dialog: answer.dialog, value: value)
  }
}

extension InputRequest {
  /// Whether a value that was given is asked for once more.
  fileprivate func isRepeated(of answered: InputRequest?) -> Bool {
    state == nil && fields.map(\.name) == answered?.fields.map(\.name)
  }

  /// What is wrong with what a call was given for it.
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
