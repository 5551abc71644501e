import IntentKit
import JSONText

/// The methods of plain JSON-RPC: a method's name is the intent's id, its parameters are the call's
/// values.
struct PlainMethods: Sendable {
  let intents: ServedIntents
  let info: ServerInfo
  let live: LiveMethods?
  let own: [String: OwnMethod]

  func work(
    for request: RPCRequest,
    canAsk: Bool,
    on connection: RPCConnection
  ) throws(RPCError) -> RPCWork {
    if let work = try minutaWork(for: request, canAsk: canAsk) { return work }
    if let work = try live?.work(for: request, on: connection) { return work }
    let method = request.method
    if method == "rpc.discover" { return .answer(discovery) }
    if let own = own[method] { return try own.work(for: request) }
    let definition: IntentDefinition
    do throws(IntentError) {
      definition = try intents.find(method, at: .rpc)
    } catch {
      throw MCPMethods.misplaced(method) ?? RPCError(error)
    }
    if case .positional = request.parameters {
      throw .invalidParameters("\(method.quoted) takes its parameters by name, in an object.")
    }
    var values = request.parameters.named
    let token = values.removeValue("workDoneToken")
    return work(
      for: Call(definition.id, with: values),
      progress: token.map { ProgressToken(.editor, token: $0, title: definition.title) },
      canAsk: canAsk
    )
  }

  /// What only comes with the request may write.
  private func order(of call: Call, by own: IntentEngine?) -> RPCTask.Order {
    own == nil ? intents.order(of: call.intent) ?? .any : .write
  }

  /// Does a call and answers its outcome as JSON.
  ///
  /// - Parameters:
  ///   - own: an engine that knows more than the others' does; nil for that one.
  ///   - limit: the time that it may take before it begins to change something.
  func work(
    for call: Call,
    by own: IntentEngine? = nil,
    progress: ProgressToken? = nil,
    isRehearsed: Bool = false,
    limit: Duration? = nil,
    canAsk: Bool
  ) -> RPCWork {
    .task(
      RPCTask(order(of: call, by: own), progress: progress, limit: limit) {
        (turn) throws(RPCError) in
        let known = own ?? intents.engine
        let engine = isRehearsed ? await known.rehearsal() : known
        let outcome = await engine.perform(
          call,
          from: .rpc,
          canAsk: canAsk,
          report: { turn.report($0, message: $1) },
          release: turn.end
        )
        switch outcome {
        case .cancelled: throw .cancelled
        case .busy where Task.isCancelled: throw .cancelled
        case .ok, .planned, .needsInput:
          turn.take(outcome.answer?.stamp)
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
