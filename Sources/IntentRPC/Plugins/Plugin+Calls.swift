import IntentKit
import JSONText
import Synchronization

extension Plugin {
  private enum Step {
    case answered(JSONObject)
    case asks(OpenQuestion)
  }

  /// Calls a tool, or goes on with a call whose question is answered.
  func call(
    _ tool: String,
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    let question: OpenQuestion
    do throws(PluginError) {
      switch try await step(tool, call, context) {
      case .answered(let json):
        return try ToolAnswer(plugin: name, tool: tool, json: json).answer(of: call.definition)
      case .asks(let asked): question = asked
      }
    } catch {
      throw error.intentError
    }
    let needs = question.needs(of: name, state: keep(question, of: call))
    throw .needsInput(needs, OutcomeError(.failure, code: "inputNeeded", message: needs.message))
  }

  private func step(
    _ tool: String,
    _ call: CheckedCall,
    _ context: CallContext
  ) async throws(PluginError) -> Step {
    guard let input = call.input else {
      let running = try await running(with: tool)
      return try await begin(tool, call, [:], running, context)
    }
    guard let kept = questions[input.state], kept.intent == call.definition.id,
      kept.values == call.values
    else {
      throw .staleAnswer(plugin: name)
    }
    questions[input.state] = nil
    if let again = kept.question.again(after: input) { return .asks(again) }
    switch kept.question.way {
    case .live(let run):
      run.answer(OpenQuestion.reply(input))
      return try await next(of: run)
    case .again(var repeated):
      repeated.answer(OpenQuestion.reply(input))
      if let next = repeated.question {
        return .asks(OpenQuestion(next, .again(repeated)))
      }
      let running = try await running(with: tool)
      return try await begin(tool, call, repeated.parameters, running, context)
    }
  }

  /// The plugin with a tool that may be called.
  private func running(with tool: String) async throws(PluginError) -> Running {
    let running = try await runningWithTools()
    guard let now = running.tools[tool] else {
      let near = NearMiss.of(tool, in: running.tools.keys.sorted())
      throw .noTool(plugin: name, tool: tool, near: near)
    }
    guard now == running.manifest.pins.tools[tool] else {
      throw .changedTool(plugin: name, tool: tool)
    }
    return running
  }

  private func begin(
    _ tool: String,
    _ call: CheckedCall,
    _ answers: JSONObject,
    _ running: Running,
    _ context: CallContext
  ) async throws(PluginError) -> Step {
    let own: JSONObject = ["name": .string(tool), "arguments": .object(call.values)]
    let parameters = own.merging(answers)
    let client = running.client
    let canAsk = context.canAsk && surroundings.canElicit
    let ask = { @Sendable (run: ToolRun?) async throws(ServerError) -> JSONObject in
      try await client.ask(
        "tools/call",
        parameters,
        canElicit: canAsk,
        meanwhile: ServerLink.Meanwhile(
          quietSince: run.map { run in { @Sendable in run.quietSince } },
          report: context.report,
          whenAnswered: run?.noteAnswer
        )
      )
    }
    if canAsk, case .handshake = client.era {
      // The server may ask as soon as it is called.
      let run = askable.withLock { runs in
        let run = ToolRun(ask)
        runs.append(run)
        return run
      }
      return try await next(of: run)
    }
    do throws(ServerError) {
      let answer = try await ask(nil)
      guard let repeated = try RepeatedCall(answer) else { return .answered(answer) }
      guard canAsk, let question = repeated.question else {
        throw .malformedAnswer(method: "tools/call")
      }
      return .asks(OpenQuestion(question, .again(repeated)))
    } catch {
      throw PluginError(error, of: name)
    }
  }

  private func next(of run: ToolRun) async throws(PluginError) -> Step {
    switch await run.next() {
    case .asks(let parameters):
      return .asks(OpenQuestion(parameters, .live(run)))
    case .ended(let result):
      askable.withLock { $0.removeAll { $0 === run } }
      do throws(ServerError) {
        return .answered(try result.get())
      } catch {
        throw PluginError(error, of: name)
      }
    }
  }

  /// Has a question of the server put by the call that began last; nothing in the protocol says to
  /// which it belongs.
  nonisolated func elicit(_ parameters: JSONObject, answer: @escaping ToolRun.Answer) {
    let isForm = parameters["mode"] == nil || parameters["mode"] == "form"
    guard isForm, let run = askable.withLock(\.self).last(where: { !$0.isAnswered }) else {
      return answer(["action": "decline"])
    }
    run.ask(parameters, answer: answer)
  }

  private func keep(_ question: OpenQuestion, of call: CheckedCall) -> String {
    let state = OpenState.make()
    questions[state] = Kept(
      intent: call.definition.id,
      values: call.values,
      question: question
    )
    Task { [weak self] in
      try? await Task.sleep(for: OpenState.patience)
      await self?.drop(state)
    }
    return state
  }

  /// Gives up waiting for the answer to a question.
  private func drop(_ state: String) {
    guard case .live(let run)? = questions.removeValue(forKey: state)?.question.way else { return }
    askable.withLock { $0.removeAll { $0 === run } }
    run.cancel()
  }
}
