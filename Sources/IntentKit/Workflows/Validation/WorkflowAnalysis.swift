import Foundation
import JSONText

/// An analysis of a workflow and of everything it calls, directly or indirectly.
struct WorkflowAnalysis {
  /// The definition under which the workflow can be called as an intent.
  let definition: IntentDefinition

  /// Analyzes a workflow.
  ///
  /// - Parameters:
  ///     - providers: The providers of the called intents, including other workflows.
  ///     - now: The current time, for checking arguments that contain relative times.
  /// - Throws: `Failure.invalidWorkflow` with all problems.
  init(
    _ workflow: Workflow,
    among providers: [any IntentProvider],
    now: Date
  ) async throws(Failure) {
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
      sources: graph.sources,
      rows: workflow.rows,
      command: workflow.command
    )
  }
}

/// The graph of all calls that a workflow makes, directly or through other workflows.
private struct WorkflowCallGraph {
  private let providers: [any IntentProvider]
  private(set) var problems: [ValidationError] = []
  private var seen: Set<String> = []
  /// The called intents that aren't workflows.
  private var leaves: [IntentDefinition] = []

  private let clock: @Sendable () -> Date

  init(_ providers: [any IntentProvider], now: Date) {
    self.providers = providers
    clock = { now }
  }

  /// Checks a workflow and the workflows that it calls.
  ///
  /// - Parameters:
  ///     - path: The IDs of the workflows whose calls led to this one, outermost first.
  ///     - callPlace: The location, in the outermost workflow, of the call that led to this one.
  ///       Nil if this is the outermost workflow.
  mutating func enter(_ workflow: Workflow, by path: [String], from callPlace: JSONPointer? = nil)
    async
  {
    let path = path + [workflow.id]
    var registeredIntents: [String: RegisteredIntent] = [:]
    var found: [ValidationError] = []
    for (call, place) in workflow.calls {
      let intent = call.intent
      do throws(Failure) {
        if path.contains(intent) {
          found.append(ValidationError(place, .callCycle(path + [intent])))
        } else if let inner = try await self.workflow(intent) {
          registeredIntents[intent] = registeredIntent(of: inner)
          if seen.insert(intent).inserted { await enter(inner, by: path, from: callPlace ?? place) }
        } else if let registered = call.isOptional
          ? try? await leaf(intent) : try await leaf(intent)
        {
          registeredIntents[intent] = registered
          if seen.insert(intent).inserted { leaves.append(registered.definition) }
        } else if !call.isOptional {
          found.append(ValidationError(place, .unknownIntent(intent, near: await near(intent))))
        }
      } catch {
        found.append(ValidationError(place, .unusableIntent(error.notice.sentence)))
      }
    }
    found += WorkflowValidator(workflow, registeredIntents: registeredIntents).problems
    // A pointer into a nested workflow would mean nothing in the outermost file, so report the
    // problems at the call that leads to the nested workflow.
    problems +=
      callPlace.map { callPlace in
        found.map { ValidationError(callPlace, .invalidNestedWorkflow(workflow.id, $0)) }
      }
      ?? found
  }

  private func workflow(_ id: String) async throws(Failure) -> Workflow? {
    for case let provider as WorkflowProvider in providers {
      if let workflow = try await provider.workflow(of: id), workflow.hook == nil {
        return workflow
      }
    }
    return nil
  }

  /// Returns a nested workflow as an intent.
  ///
  /// Its effects are left unknown, because the effects of its own calls are collected separately.
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

  private func leaf(_ id: String) async throws(Failure) -> RegisteredIntent? {
    let others = providers.filter { !($0 is WorkflowProvider) }
    return try await IntentEngine(providers: others, now: clock).registeredIntent(of: id)
  }

  /// Returns the ID if it already belongs to an intent that isn't a workflow, or nil.
  func owner(of id: String) async -> String? { try? await leaf(id)?.definition.id }

  /// Returns the existing intent ID that is most similar to an unknown one, or nil if none is
  /// similar.
  ///
  /// Uses the file names of workflows, because loading their definitions would analyze them
  /// recursively.
  private func near(_ id: String) async -> String? {
    var ids: [String] = []
    for provider in providers {
      if let workflows = provider as? WorkflowProvider {
        ids += await workflows.ids()
      } else {
        let definitions = await provider.definitions()
        if let meant = definitions.id(ofCommand: id) { return meant }
        ids += definitions.map(\.id)
      }
    }
    return TypoSuggester.closest(to: id, in: ids)
  }

  /// Returns the problem of a hook's event name, or nil if some intent can cause the event.
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

  /// Returns the problems of constant arguments that schemas can't express, as found by the
  /// providers.
  func argumentProblems(in workflow: Workflow) async -> [ValidationError] {
    let others = providers.filter { !($0 is WorkflowProvider) }
    let engine = IntentEngine(providers: others, now: clock)
    var found: [ValidationError] = []
    for (call, place, isWhole) in workflow.callsWithKnownArguments {
      guard let source = sources.first,
        let problem = await engine.problem(with: call, from: source, lacksValues: !isWhole)?.problem
      else { continue }
      let pointer = JSONPointer(place.tokens + problem.pointer.tokens)
      found.append(ValidationError(pointer, problem.kind))
    }
    return found
  }

  /// The sources that are allowed to call all the intents in the graph.
  var sources: [CallSource] {
    CallSource.allCases.filter { source in leaves.allSatisfy { $0.sources.contains(source) } }
  }

  /// The combined effects of all called intents.
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
  /// The effects to assume for an intent that may do anything.
  fileprivate static let unknown = Self(
    readOnly: false,
    destructive: true,
    idempotent: false,
    openWorld: true
  )
}
