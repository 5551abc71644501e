import IntentKit
import JSONText

extension ToolCallHandler {
  /// Runs the batch or workflow that is the argument of a composite tool.
  func handle(
    _ call: ToolCall,
    as compositeTool: CompositeTool,
    progress: ProgressToken?,
    from client: MCPClientInfo
  ) -> RPCHandlerResult {
    .task(
      RPCTask(.write, progress: progress) { context in
        let schema = SchemaValidator(compositeTool.parameters)
        if let problem = schema.problems(in: .object(call.arguments)).first {
          return client.completed(ToolResult.json(of: .failed(.invalidValue(problem))))
        }
        do throws(Failure) {
          let result =
            switch compositeTool {
            case .batch: try await batch(call.arguments)
            case .workflow: try await workflow(call.arguments, context)
            }
          return client.completed(result)
        } catch {
          return client.completed(ToolResult.json(of: .failed(error)))
        }
      }
    )
  }

  private func engine(_ engine: IntentEngine, for arguments: JSONObject) async -> IntentEngine {
    arguments["dryRun"] == true ? await engine.dryRunCopy() : engine
  }

  private func batch(_ arguments: JSONObject) async throws(Failure) -> JSONObject {
    guard case .batch(let calls) = try ParsedCallFile(json: arguments["calls"] ?? []) else {
      return [:]
    }
    try requireOffered(calls.map(\.intent))
    var options = BatchOptions()
    options.isAtomic = arguments["atomic"] == true
    options.continuesOnError = arguments["onError"] == "continue"
    if options.isAtomic, options.continuesOnError {
      throw .invalidValue(ValidationError("onError", .conflict(with: "atomic")))
    }
    let run = tools.selection.makeRunID?() ?? ""
    let engine = await engine(
      intents.engine.within(CallChain(run: run)),
      for: arguments
    )
    var results: [BatchCallResult] = []
    let summary: BatchSummary
    do {
      summary = try await BatchRunner(engine: engine, source: .mcp, options: options)
        .perform(InMemoryBatchSource(calls)) { results.append($0) }
    } catch {
      throw .batchStopped(error)
    }
    var value = summary.json.object ?? [:]
    value["results"] = .array(results.map(\.json))
    if results.contains(where: { $0.outcome.result?.revision != nil }) {
      value["run"] = .string(run)
    }
    return ToolResult.json(
      dialog: summary.dialog(isPlanned: arguments["dryRun"] == true),
      value: value,
      isError: summary.firstFailure != nil
    )
  }

  private func workflow(
    _ arguments: JSONObject,
    _ context: RequestContext
  ) async throws(Failure) -> JSONObject {
    let workflow = try Workflow(json: arguments["definition"] ?? .null)
    if workflow.hook != nil { throw .workflowHasHook }
    try requireOffered(workflow.intents)
    let known = intents.engine.with(workflow)
    // Check the workflow first: it must not have the same id as an existing intent.
    try await known.review(workflow)
    let outcome = await engine(known, for: arguments)
      .perform(
        IntentCall(workflow.id, with: arguments["with"]?.object ?? [:]),
        from: .mcp,
        report: { context.report($0, message: $1) },
        allowNextCall: context.releaseBarrier
      )
    guard let answer = outcome.result else { return ToolResult.json(of: outcome) }
    var value: JSONObject = ["dialog": .string(answer.dialog), "value": .object(answer.value)]
    value["run"] = answer.run.map { .string($0) }
    value["plan"] = answer.plan?.json
    return ToolResult.json(dialog: answer.dialog, value: value)
  }

  /// Throws an error if the server doesn't offer one of the tools.
  private func requireOffered(_ names: [String]) throws(Failure) {
    for name in names {
      if let refusal = tools.refusal(of: name) { throw refusal }
    }
  }
}

extension BatchSummary {
  /// Returns the summary as a sentence for the user, followed by the first failure.
  ///
  /// - Parameter isPlanned: whether this was a dry run.
  fileprivate func dialog(isPlanned: Bool) -> String {
    let counts = [
      (succeeded, isPlanned ? "would succeed" : "succeeded"),
      (failed, isPlanned ? "would fail" : "failed"), (notRun, "not run"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let sentence = "\(calls == 1 ? "1 call" : "\(calls) calls"): \(parts.joined(separator: ", "))."
    let note = isPlanned ? " \(Notice.dryRunNote)" : ""
    return firstFailure?.notice.rewording { "\(sentence) \($0)\(note)" }.text ?? sentence + note
  }
}
