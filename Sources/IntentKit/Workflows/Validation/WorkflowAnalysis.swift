import Foundation
import JSONText

/// A look at all that a workflow calls, and at what that calls in turn.
struct WorkflowAnalysis {
  /// The intent that the workflow is.
  let definition: IntentDefinition

  /// Looks at a workflow.
  ///
  /// - Parameters:
  ///   - providers: those of the intents that it calls, workflows' among them.
  ///   - now: the moment that times in it are read at.
  /// - Throws: `IntentError.invalidWorkflow` with all that is wrong.
  init(
    _ workflow: Workflow,
    among providers: [any IntentProvider],
    now: Date
  ) async throws(IntentError) {
    var graph = WorkflowCallGraph(providers, now: now)
    await graph.enter(workflow, by: [])
    var problems = graph.problems
    if problems.isEmpty { problems = await graph.argumentProblems(in: workflow) }
    if let event = workflow.hook?.event, let problem = await graph.problem(ofEvent: event) {
      problems.append(problem)
    }
    if let taken = await graph.owner(of: workflow.id) {
      problems.append(ValidationError(JSONPointer(["id"]), .idTaken(taken)))
    }
    if graph.sources.isEmpty {
      problems.append(ValidationError(JSONPointer(["steps"]), .noCommonSource))
    }
    if !problems.isEmpty { throw .invalidWorkflow(problems, file: workflow.file) }
    definition = IntentDefinition(
      id: workflow.id,
      title: workflow.title,
      description: workflow.description,
      parameters: workflow.parameters,
      result: workflow.result,
      effects: graph.effects,
      sources: graph.sources
    )
  }
}

/// What can be reached from a workflow by its calls.
private struct WorkflowCallGraph {
  private let providers: [any IntentProvider]
  private(set) var problems: [ValidationError] = []
  private var seen: Set<String> = []
  /// What is called in the end.
  private var leaves: [IntentDefinition] = []

  private let clock: @Sendable () -> Date

  init(_ providers: [any IntentProvider], now: Date) {
    self.providers = providers
    clock = { now }
  }

  /// Checks a workflow, and those that it calls.
  ///
  /// - Parameters:
  ///   - path: the workflows that led to it.
  ///   - way: where the first of them calls the next; nil for the first itself.
  mutating func enter(_ workflow: Workflow, by path: [String], from way: JSONPointer? = nil) async {
    let path = path + [workflow.id]
    var registeredIntents: [String: RegisteredIntent] = [:]
    var found: [ValidationError] = []
    for (call, place) in workflow.calls {
      let intent = call.intent
      do throws(IntentError) {
        if path.contains(intent) {
          found.append(ValidationError(place, .callCycle(path + [intent])))
        } else if let inner = try await self.workflow(intent) {
          registeredIntents[intent] = registeredIntent(of: inner)
          if seen.insert(intent).inserted { await enter(inner, by: path, from: way ?? place) }
        } else if let registered = await leaf(intent) {
          registeredIntents[intent] = registered
          if seen.insert(intent).inserted { leaves.append(registered.definition) }
        } else if !call.isOptional {
          found.append(ValidationError(place, .unknownIntent(intent, near: await near(intent))))
        }
      } catch {
        found.append(ValidationError(place, .unusableIntent(OutcomeError(error).message)))
      }
    }
    found += WorkflowValidator(workflow, registeredIntents: registeredIntents).problems
    // What is wrong further on is told at the call that leads there.
    problems +=
      way.map { way in found.map { ValidationError(way, .invalidNestedWorkflow(workflow.id, $0)) } }
      ?? found
  }

  private func workflow(_ id: String) async throws(IntentError) -> Workflow? {
    for case let provider as WorkflowProvider in providers {
      if let workflow = try await provider.workflow(of: id), workflow.hook == nil {
        return workflow
      }
    }
    return nil
  }

  /// What a workflow does is found out by following its calls, and not by asking for its definition.
  private func registeredIntent(of workflow: Workflow) -> RegisteredIntent {
    RegisteredIntent(
      definition: IntentDefinition(
        id: workflow.id,
        title: workflow.title,
        description: workflow.description,
        parameters: workflow.parameters,
        result: workflow.result,
        effects: .unknown
      ),
      allowsConcurrentCalls: false
    )
  }

  private func leaf(_ id: String) async -> RegisteredIntent? {
    let others = providers.filter { !($0 is WorkflowProvider) }
    return try? await IntentEngine(providers: others, now: clock).registeredIntent(of: id)
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
    return TypoSuggestion.closest(to: id, in: ids)
  }

  /// What is wrong with the name of an event; nil where a call may cause it.
  func problem(ofEvent event: String) async -> ValidationError? {
    var known: Set<String> = []
    for provider in providers where !(provider is WorkflowProvider) {
      known.formUnion(await provider.definitions().flatMap(\.events))
    }
    if known.contains(event) { return nil }
    let choices = known.sorted().map { JSONValue.string($0) }
    return ValidationError(
      JSONPointer(["hook", "event"]),
      .notOneOf(choices, found: .string(event))
    )
  }

  /// What is wrong with values that are known by now, beyond what schemas say.
  func argumentProblems(in workflow: Workflow) async -> [ValidationError] {
    let others = providers.filter { !($0 is WorkflowProvider) }
    let engine = IntentEngine(providers: others, now: clock)
    var found: [ValidationError] = []
    for (call, place) in workflow.callsWithKnownArguments {
      guard let source = sources.first,
        case .invalidValue(let problem)? = await engine.problem(with: call, from: source)
      else { continue }
      let way = JSONPointer(place.tokens + problem.pointer.tokens)
      found.append(ValidationError(way, problem.kind))
    }
    return found
  }

  /// Who may ask for all that is called.
  var sources: [CallSource] {
    CallSource.allCases.filter { source in leaves.allSatisfy { $0.sources.contains(source) } }
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
