import IntentKit
import JSONText

/// Handles the requests of plain JSON-RPC clients.
///
/// The method of a call is the intent's id; its parameters are the intent's parameters.
struct JSONRPCRequestHandler: Sendable {
  let intents: IntentCatalog
  let info: ServerInfo
  let subscriptions: SubscriptionRequestHandler?
  let customMethods: [String: CustomMethod]

  func handle(
    _ request: RPCRequest,
    canRequestInput: Bool,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult {
    if let work = try handleIntentMethod(for: request, canRequestInput: canRequestInput) {
      return work
    }
    if let work = try subscriptions?.handle(request, on: connection) { return work }
    let method = request.method
    if method == "rpc.discover" { return .answer(discovery) }
    if let custom = customMethods[method] { return try custom.handle(request) }
    let definition: IntentDefinition
    do throws(Failure) {
      definition = try intents.intent(method, from: .rpc)
    } catch {
      throw MCPRequestHandler.errorBeforeInitialize(method) ?? RPCError(error)
    }
    if case .positional = request.parameters {
      throw .positionalParameters(in: method)
    }
    var values = request.parameters.named
    let token = values.removeValue("workDoneToken")
    return handle(
      IntentCall(definition.id, with: values),
      progress: token.map { ProgressToken(.editor, token: $0, title: definition.title) },
      canRequestInput: canRequestInput
    )
  }

  /// Returns the scheduling of a call relative to other requests.
  ///
  /// A workflow that is part of the request is treated as a write, because it may change data.
  private func scheduling(of call: IntentCall, by workflowEngine: IntentEngine?)
    -> RPCTask.Scheduling
  {
    workflowEngine == nil ? intents.scheduling(of: call.intent) ?? .unordered : .write
  }

  /// Performs a call and responds with its outcome as JSON.
  ///
  /// - Parameters:
  ///   - workflowEngine: an engine that also knows the workflow in the request; nil for the
  ///     server's own engine.
  ///   - limit: the timeout, after which the call is rejected if it hasn't begun, and otherwise
  ///     cancelled.
  func handle(
    _ call: IntentCall,
    by workflowEngine: IntentEngine? = nil,
    progress: ProgressToken? = nil,
    isDryRun: Bool = false,
    limit: Duration? = nil,
    canRequestInput: Bool
  ) -> RPCHandlerResult {
    .task(
      RPCTask(scheduling(of: call, by: workflowEngine), progress: progress, limit: limit) {
        (context) throws(RPCError) in
        let baseEngine = workflowEngine ?? intents.engine
        let engine = isDryRun ? await baseEngine.dryRunCopy() : baseEngine
        let outcome = await engine.perform(
          call,
          from: .rpc,
          canRequestInput: canRequestInput,
          report: { context.report($0, message: $1) },
          allowNextCall: context.releaseBarrier
        )
        switch outcome {
        case .ok, .planned, .needsInput: return outcome.json
        case .failed(let error):
          throw error.kind == .busy && Task.isCancelled ? .cancelled : RPCError(error)
        }
      }
    )
  }
}

extension JSONObject {
  /// Removes a member and returns its former value; nil if there was none.
  mutating func removeValue(_ key: String) -> JSONValue? {
    defer { self[key] = nil }
    return self[key]
  }
}

extension RPCError {
  /// Creates the error response to a failed call.
  ///
  /// The failure's kind determines the number, and its code becomes `data.code`.
  init(_ failure: Failure) {
    let code: RPCErrorCode
    switch failure.kind {
    case .badInput, .missingInput: code = .invalidParameters
    case .failed, .uncertain, .needsInput: code = .failed
    case .unknownIntent: code = .methodNotFound
    case .busy: code = .busy
    case .timeout: code = .timeout
    case .cancelled:
      self = .cancelled
      return
    }
    let word: JSONObject = ["code": .string(failure.code)]
    self.init(code, failure.message, data: word.merging(failure.data).merging(word))
  }
}
