import IntentKit
import JSONText

extension JSONRPCRequestHandler {
  /// Handles the methods that describe, check and call intents; returns nil for other methods.
  func handleIntentMethod(for request: RPCRequest, canRequestInput: Bool) throws(RPCError)
    -> RPCHandlerResult?
  {
    let values = request.parameters.named
    switch request.method {
    case "minuta/intents":
      try values.rejectUnknownParameters(except: [], in: request)
      return .answer([
        "intents": .array(intents.callableIntents(from: .rpc).map(\.json)),
        "skipped": .array(intents.skipped.map(\.json)),
      ])
    case "minuta/describe":
      try values.rejectUnknownParameters(except: ["intent"], in: request)
      let id = try text("intent", in: values, of: request)
      do throws(Failure) {
        return .answer(try intents.intent(id, from: .rpc).json)
      } catch {
        throw RPCError(error)
      }
    case "minuta/run":
      let isDryRun = try flag("dryRun", in: values, of: request)
      let limit = try limit("timeoutMs", in: values, of: request)
      let otherNames = ["dryRun", "input", "timeoutMs", "workDoneToken"]
      let call = try call(in: values, besides: otherNames).with(try input(in: values, of: request))
      let title = intents.definition(of: call.intent)?.title ?? call.intent
      return handle(
        call,
        progress: values["workDoneToken"].map { ProgressToken(.editor, token: $0, title: title) },
        isDryRun: isDryRun,
        limit: limit,
        canRequestInput: canRequestInput
      )
    case "minuta/workflow":
      return try handleWorkflow(for: request, canRequestInput: canRequestInput)
    case "minuta/check":
      if values["definition"] != nil { return try checkWorkflow(of: request) }
      return check(try call(in: values, besides: []))
    default: return nil
    }
  }

  /// Returns the problems with a call, without performing it or accessing the store.
  private func check(_ call: IntentCall) -> RPCHandlerResult {
    .task(
      RPCTask(.unordered) { _ throws(RPCError) in
        let problems = await intents.engine.problems(with: call, from: .rpc)
        return ["problems": .array(problems.map { Outcome.failed($0).json })]
      }
    )
  }

  /// Reads the request's parameters as a call, in the same form as a call in a call file.
  ///
  /// - Parameter otherNames: the parameters that don't belong to the call.
  private func call(in values: JSONObject, besides otherNames: [String]) throws(RPCError)
    -> IntentCall
  {
    var members = values
    for name in otherNames { members[name] = nil }
    do throws(Failure) {
      return try IntentCall(json: .object(members))
    } catch {
      throw RPCError(error)
    }
  }

  func text(
    _ name: String,
    in values: JSONObject,
    of request: RPCRequest
  ) throws(RPCError) -> String {
    guard let text = values[name]?.string else {
      throw .missing(name, "string", in: request.method)
    }
    return text
  }

  /// Reads the user's answers to the prompt that an earlier call returned; nil if there are none.
  private func input(
    in values: JSONObject,
    of request: RPCRequest
  ) throws(RPCError) -> IntentCall.InputResponse? {
    guard let input = values["input"] else { return nil }
    guard let state = input["state"]?.string else {
      throw .incompleteInput(in: request.method)
    }
    return IntentCall.InputResponse(state: state, answers: input["answers"]?.object)
  }

  func flag(
    _ name: String,
    in values: JSONObject,
    of request: RPCRequest
  ) throws(RPCError) -> Bool {
    switch values[name] {
    case nil: return false
    case .bool(let value): return value
    default: throw .wrongType(of: name, "true or false", in: request.method)
    }
  }

  func limit(
    _ name: String,
    in values: JSONObject,
    of request: RPCRequest
  ) throws(RPCError) -> Duration? {
    guard let value = values[name] else { return nil }
    guard let milliseconds = value.integer, milliseconds > 0 else {
      throw .wrongType(of: name, "a positive number of milliseconds", in: request.method)
    }
    return .milliseconds(milliseconds)
  }
}

extension IntentCall {
  fileprivate func with(_ input: InputResponse?) -> IntentCall {
    IntentCall(intent, with: values, key: key, input: input)
  }
}

extension JSONObject {
  /// Throws an error if the object has a parameter whose name isn't in `names`.
  func rejectUnknownParameters(except names: [String], in request: RPCRequest) throws(RPCError) {
    guard let other = keys.first(where: { !names.contains($0) }) else { return }
    throw .unknownParameter(other, in: request.method)
  }
}
