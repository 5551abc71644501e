import Foundation
import JSONText

/// A look at all that a workflow calls, and at what that calls in turn.
struct WorkflowReview {
  /// The intent that the workflow is.
  let definition: IntentDefinition

  /// Looks at a workflow.
  ///
  /// - Parameter providers: those of the intents that it calls, workflows' among them.
  /// - Throws: `IntentError.invalidWorkflow` with all that is wrong.
  init(
    _ workflow: Workflow,
    among providers: [any IntentProvider]
  ) async throws(IntentError) {
    var reach = WorkflowReach(providers)
    await reach.enter(workflow, by: [])
    var problems = reach.problems + WorkflowCheck(workflow, offers: reach.offers).problems
    if let taken = await reach.owner(of: workflow.id) {
      problems.append(ValueProblem(JSONPointer(["id"]), .taken(taken)))
    }
    if reach.doors.isEmpty {
      problems.append(ValueProblem(JSONPointer(["steps"]), .withoutDoor))
    }
    if !problems.isEmpty { throw .invalidWorkflow(problems, file: workflow.file) }
    definition = IntentDefinition(
      id: workflow.id,
      title: workflow.title,
      description: workflow.description,
      parameters: workflow.parameters,
      result: workflow.result,
      effects: reach.effects,
      doors: reach.doors
    )
  }
}

/// What can be reached from a workflow by its calls.
private struct WorkflowReach {
  private let providers: [any IntentProvider]
  /// What the workflow calls itself, by ids.
  private(set) var offers: [String: IntentOffer] = [:]
  private(set) var problems: [ValueProblem] = []
  private var seen: Set<String> = []
  /// What is called in the end.
  private var leaves: [IntentDefinition] = []

  init(_ providers: [any IntentProvider]) {
    self.providers = providers
  }

  /// Follows the calls of a workflow.
  ///
  /// - Parameter path: the workflows that led to it.
  mutating func enter(_ workflow: Workflow, by path: [String]) async {
    let path = path + [workflow.id]
    for (call, place) in workflow.calls {
      let intent = call.intent
      if path.contains(intent) {
        problems.append(
          ValueProblem(path.count == 1 ? place : JSONPointer(["steps"]), .circle(path + [intent]))
        )
      } else if let inner = await self.workflow(intent) {
        if path.count == 1 { offers[intent] = offer(of: inner) }
        if seen.insert(intent).inserted { await enter(inner, by: path) }
      } else if let offer = await leaf(intent) {
        if path.count == 1 { offers[intent] = offer }
        if seen.insert(intent).inserted { leaves.append(offer.definition) }
      } else if path.count == 1, !call.isOptional {
        problems.append(ValueProblem(place, .unknownIntent(intent, near: await near(intent))))
      }
    }
  }

  private func workflow(_ id: String) async -> Workflow? {
    for case let provider as WorkflowProvider in providers {
      if let workflow = try? await provider.workflow(of: id), workflow.hook == nil {
        return workflow
      }
    }
    return nil
  }

  /// What a workflow does is found out by following its calls, and not by asking for its definition.
  private func offer(of workflow: Workflow) -> IntentOffer {
    IntentOffer(
      definition: IntentDefinition(
        id: workflow.id,
        title: workflow.title,
        description: workflow.description,
        parameters: workflow.parameters,
        result: workflow.result,
        effects: .unknown
      ),
      mayOvertake: true
    )
  }

  private func leaf(_ id: String) async -> IntentOffer? {
    let others = providers.filter { !($0 is WorkflowProvider) }
    return try? await IntentEngine(providers: others, now: { .distantPast }).offer(of: id)
  }

  /// The id, where it belongs to something that is no workflow.
  func owner(of id: String) async -> String? { await leaf(id).map(\.definition.id) }

  /// Workflows are named by their files here, as looking into them would lead back.
  private func near(_ id: String) async -> String? {
    var ids: [String] = []
    for provider in providers {
      if let workflows = provider as? WorkflowProvider {
        ids += await workflows.ids()
      } else {
        ids += await provider.definitions().map(\.id)
      }
    }
    return NearMiss.of(id, in: ids)
  }

  /// Who may ask for all that is called.
  var doors: [Door] {
    Door.allCases.filter { door in leaves.allSatisfy { $0.doors.contains(door) } }
  }

  /// What the calls do to the world, all together.
  var effects: IntentDefinition.Effects {
    let all = leaves.map(\.effects)
    return IntentDefinition.Effects(
      readOnly: all.allSatisfy(\.readOnly),
      destructive: all.contains { $0.destructive && !$0.readOnly },
      idempotent: all.allSatisfy { $0.readOnly || $0.idempotent },
      openWorld: all.contains(where: \.openWorld)
    )
  }
}

extension IntentDefinition.Effects {
  /// What may do anything.
  fileprivate static let unknown = Self(
    readOnly: false,
    destructive: true,
    idempotent: false,
    openWorld: true
  )
}
