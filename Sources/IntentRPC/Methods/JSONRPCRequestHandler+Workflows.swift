import IntentKit
import JSONText

extension JSONRPCRequestHandler {
  /// Runs a workflow, which is either part of the request or stored under an id.
  func handleWorkflow(for request: RPCRequest, canRequestInput: Bool) throws(RPCError)
    -> RPCHandlerResult
  {
    let values = request.parameters.named
    let names = ["definition", "dryRun", "id", "timeoutMs", "with", "workDoneToken"]
    try values.rejectUnknownParameters(except: names, in: request)
    if values["definition"] != nil, values["id"] != nil {
      throw .exclusive("definition", "id", in: request.method)
    }
    let with = values["with"] ?? [:]
    guard let with = with.object else {
      throw .wrongType(of: "with", "an object", in: request.method)
    }
    let isDryRun = try flag("dryRun", in: values, of: request)
    let limit = try limit("timeoutMs", in: values, of: request)
    var workflow: Workflow?
    if let json = values["definition"] { workflow = try Self.workflow(json) }
    var id = workflow?.id ?? ""
    if workflow == nil { id = try text("id", in: values, of: request) }
    let title = workflow?.title ?? intents.definition(of: id)?.title ?? id
    return handle(
      IntentCall(id, with: with),
      by: workflow.map { intents.engine.with($0) },
      progress: values["workDoneToken"].map { ProgressToken(.editor, token: $0, title: title) },
      isDryRun: isDryRun,
      limit: limit,
      canRequestInput: canRequestInput
    )
  }

  private static func workflow(_ json: JSONValue) throws(RPCError) -> Workflow {
    let workflow: Workflow
    do throws(Failure) {
      workflow = try Workflow(json: json)
    } catch {
      throw RPCError(error)
    }
    if workflow.hook != nil {
      throw .invalidParameters(Failure.workflowHasHook.message)
    }
    return workflow
  }

  /// Returns the problems with the workflow in a request, without running it.
  func checkWorkflow(of request: RPCRequest) throws(RPCError) -> RPCHandlerResult {
    let values = request.parameters.named
    try values.rejectUnknownParameters(except: ["definition"], in: request)
    return .task(
      RPCTask(.unordered) { _ throws(RPCError) in
        let problems = await intents.engine.problems(ofWorkflow: values["definition"] ?? .null)
        return ["problems": .array(problems.map { Outcome.failed($0).json })]
      }
    )
  }
}
