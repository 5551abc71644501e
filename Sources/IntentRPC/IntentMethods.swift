public import IntentKit
public import JSONText

/// The intents of an engine as methods: a method's name is the intent's id, its parameters are the
/// call's values.
public struct IntentMethods: RPCHandler {
  private let engine: IntentEngine

  /// Serves an engine.
  public init(engine: IntentEngine) {
    self.engine = engine
  }

  /// Performs the intent of a method.
  ///
  /// - Returns: the outcome as JSON, where the call was done or planned.
  public func answer(
    _ method: String,
    with parameters: RPCParameters
  ) async throws(RPCError) -> JSONValue {
    switch parameters {
    case .absent: return try await perform(Call(method))
    case .named(let values): return try await perform(Call(method, with: values))
    case .positional:
      let problem = await engine.problem(with: Call(method), from: .rpc)
      if let error = problem?.outcome.error, error.kind == .unknownIntent {
        throw RPCError(error)
      }
      throw .invalidParameters("\(method.quoted) takes its parameters by name, in an object.")
    }
  }

  private func perform(_ call: Call) async throws(RPCError) -> JSONValue {
    let outcome = await engine.perform(call, from: .rpc)
    switch outcome {
    case .ok, .planned: return outcome.json
    case .failed(let error): throw RPCError(error)
    case .needsInput: return outcome.json
    case .busy(let error): throw RPCError(error, code: .busy)
    }
  }
}

extension RPCError {
  /// What stood in the way of a call; its stable word goes into the data.
  fileprivate init(_ error: OutcomeError, code: RPCErrorCode? = nil) {
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
