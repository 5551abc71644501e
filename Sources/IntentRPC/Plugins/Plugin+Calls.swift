import IntentKit
import JSONText
import Synchronization

extension Plugin {
  private enum ToolCallReply {
    case answered(JSONObject)
    case elicitation(ElicitationRequest)
  }

  /// Calls a tool of the plugin, or continues an earlier call with the answers to its prompt.
  func call(
    _ tool: String,
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    let question: ElicitationRequest
    switch try await step(tool, call, context) {
    case .answered(let json):
      return try PluginToolResult(plugin: name, tool: tool, json: json).answer(of: call.definition)
    case .elicitation(let asked): question = asked
    }
    let inputRequest = question.inputRequest(of: name, state: questions.add((call, question)))
    throw Failure(
      code: "inputNeeded",
      message: inputRequest.message,
      inputRequest: inputRequest
    )
  }

  private func step(
    _ tool: String,
    _ call: ValidatedCall,
    _ context: CallContext
  ) async throws(Failure) -> ToolCallReply {
    guard let input = call.input else {
      let running = try await running(with: tool)
      return try await begin(tool, call, [:], running, context)
    }
    let pending = questions.take(input.state) {
      $0.call.definition.id == call.definition.id && $0.call.values == call.values
    }
    guard let kept = pending else { throw .staleReply(plugin: name) }
    if let retry = kept.question.retry(after: input) { return .elicitation(retry) }
    switch kept.question.replyMode {
    case .waiting(let run):
      run.answer(ElicitationRequest.reply(input))
      return try await next(of: run)
    case .retry(var repeated):
      repeated.answer(ElicitationRequest.reply(input))
      if let next = repeated.question {
        return .elicitation(ElicitationRequest(next, .retry(repeated)))
      }
      let running = try await running(with: tool)
      return try await begin(tool, call, repeated.parameters, running, context)
    }
  }

  /// Returns the running plugin, or throws an error if the tool is missing or has changed since the
  /// user allowed it.
  private func running(with tool: String) async throws(Failure) -> RunningServer {
    let running = try await runningWithTools()
    guard let now = running.tools[tool] else {
      let near = TypoSuggester.closest(to: tool, in: running.tools.keys.sorted())
      throw .unknownTool(plugin: name, tool: tool, near: near)
    }
    guard now == running.manifest.pins.tools[tool] else {
      throw .changedTool(plugin: name, tool: tool)
    }
    return running
  }

  private func begin(
    _ tool: String,
    _ call: ValidatedCall,
    _ answers: JSONObject,
    _ running: RunningServer,
    _ context: CallContext
  ) async throws(Failure) -> ToolCallReply {
    let own: JSONObject = ["name": .string(tool), "arguments": .object(call.values)]
    let parameters = own.merging(answers)
    let client = running.client
    let canRequestInput = context.canRequestInput && launchContext.canElicit
    let callTool = { @Sendable (run: ToolCallTask?) async throws(MCPServerError) -> JSONObject in
      try await client.sendRequest(
        "tools/call",
        parameters,
        canElicit: canRequestInput,
        callbacks: RPCConnection.RequestCallbacks(
          idleSince: run.map { run in { @Sendable in run.idleSince } },
          report: context.report,
          onResponse: run?.markAnswered
        )
      )
    }
    if canRequestInput, case .handshake = client.negotiation {
      // Start and register the task under the lock: the server may send an elicitation immediately,
      // which must find the task.
      let run = elicitingCalls.withLock { runs in
        let run = ToolCallTask(callTool)
        runs.append(run)
        return run
      }
      return try await next(of: run)
    }
    do throws(MCPServerError) {
      let answer = try await callTool(nil)
      guard let repeated = try ToolCallRetry(answer) else { return .answered(answer) }
      guard canRequestInput, let question = repeated.question else {
        throw .malformedResponse(method: "tools/call")
      }
      return .elicitation(ElicitationRequest(question, .retry(repeated)))
    } catch {
      throw Failure(error, of: name)
    }
  }

  private func next(of run: ToolCallTask) async throws(Failure) -> ToolCallReply {
    switch await run.next() {
    case .elicitation(let parameters):
      return .elicitation(ElicitationRequest(parameters, .waiting(run)))
    case .ended(let result):
      elicitingCalls.withLock { $0.removeAll { $0 === run } }
      do throws(MCPServerError) {
        return .answered(try result.get())
      } catch {
        throw Failure(error, of: name)
      }
    }
  }

  /// Passes a server's request for user input on to the newest call that is still unanswered.
  ///
  /// This is a guess, because the protocol doesn't say which call the request belongs to.
  nonisolated func elicit(_ parameters: JSONObject) -> RPCHandlerResult {
    let isForm = parameters["mode"] == nil || parameters["mode"] == "form"
    guard isForm, let run = elicitingCalls.withLock(\.self).last(where: { !$0.isAnswered }) else {
      return .answer(["action": "decline"])
    }
    let (replies, reply) = AsyncStream<JSONValue>.makeStream()
    guard run.enqueue(parameters, answer: { reply.yield($0) }) else {
      return .answer(ToolCallTask.cancelledReply)
    }
    return .task(
      RPCTask(.longLived) { _ in await replies.first { _ in true } ?? ToolCallTask.cancelledReply }
    )
  }

  /// Cancels a tool call whose request for user input wasn't answered in time.
  nonisolated func cancel(_ question: ElicitationRequest) {
    guard case .waiting(let run) = question.replyMode else { return }
    elicitingCalls.withLock { $0.removeAll { $0 === run } }
    run.cancel()
  }
}
