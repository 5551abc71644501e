import IntentKit
import JSONText

/// The methods of plain JSON-RPC: a method's name is the intent's id, its parameters are the call's
/// values.
struct JSONRPCRequestHandler: Sendable {
  let intents: IntentCatalog
  let info: ServerInfo
  let live: SubscriptionRequestHandler?
  let own: [String: CustomMethod]

  func handle(
    _ request: RPCRequest,
    canRequestInput: Bool,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCHandlerResult {
    if let work = try handleIntentMethod(for: request, canRequestInput: canRequestInput) {
      return work
    }
    if let work = try live?.handle(request, on: connection) { return work }
    let method = request.method
    if method == "rpc.discover" { return .answer(discovery) }
    if let own = own[method] { return try own.handle(request) }
    let definition: IntentDefinition
    do throws(IntentError) {
      definition = try intents.intent(method, from: .rpc)
    } catch {
      throw MCPRequestHandler.errorBeforeInitialize(method) ?? RPCError(error)
    }
    if case .positional = request.parameters {
      throw .invalidParameters("\(method.quoted) takes its parameters by name, in an object.")
    }
    var values = request.parameters.named
    let token = values.removeValue("workDoneToken")
    return handle(
      IntentCall(definition.id, with: values),
      progress: token.map { ProgressToken(.editor, token: $0, title: definition.title) },
      canRequestInput: canRequestInput
    )
  }

  /// What only comes with the request may write.
  private func scheduling(of call: IntentCall, by own: IntentEngine?) -> RPCTask.Scheduling {
    own == nil ? intents.scheduling(of: call.intent) ?? .unordered : .write
  }

  /// Does a call and answers its outcome as JSON.
  ///
  /// - Parameters:
  ///   - own: an engine that knows more than the others' does; nil for that one.
  ///   - limit: the time that it may take before it begins to change something.
  func handle(
    _ call: IntentCall,
    by own: IntentEngine? = nil,
    progress: ProgressToken? = nil,
    isDryRun: Bool = false,
    limit: Duration? = nil,
    canRequestInput: Bool
  ) -> RPCHandlerResult {
    .task(
      RPCTask(scheduling(of: call, by: own), progress: progress, limit: limit) {
        (context) throws(RPCError) in
        let known = own ?? intents.engine
        let engine = isDryRun ? await known.dryRunCopy() : known
        let outcome = await engine.perform(
          call,
          from: .rpc,
          canRequestInput: canRequestInput,
          report: { context.report($0, message: $1) },
          allowNextCall: context.releaseBarrier
        )
        switch outcome {
        case .cancelled: throw .cancelled
        case .busy where Task.isCancelled: throw .cancelled
        case .ok, .planned, .needsInput:
          context.setStamp(outcome.result?.cacheValidator)
          return outcome.json
        case .failed(let error): throw RPCError(error)
        case .busy(let error): throw RPCError(error, code: .busy)
        case .timeout(let error): throw RPCError(error, code: .timeout)
        }
      }
    )
  }
}

extension JSONObject {
  /// Takes a member out.
  mutating func removeValue(_ key: String) -> JSONValue? {
    defer { self[key] = nil }
    return self[key]
  }
}

extension RPCError {
  /// What stood in the way of a call.
  init(_ error: IntentError) {
    let outcome = error.outcome
    self.init(outcome.error ?? OutcomeError(.failure, code: "internal", message: outcome.sentence))
  }

  /// What stood in the way of a call; its stable word goes into the data.
  init(_ error: OutcomeError, code: RPCErrorCode? = nil) {
    let ownCode: RPCErrorCode =
      switch error.kind {
      case .badInput: .invalidParameters
      case .failure, .uncertain: .failed
      case .unknownIntent: .methodNotFound
      }
    let word: JSONObject = ["code": .string(error.code)]
    self = .failed(
      code: (code ?? ownCode).rawValue,
      message: error.message,
      data: word.merging(error.data).merging(word)
    )
  }
}
