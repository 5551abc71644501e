public import Foundation
import JSONText

/// Workflows as intents.
public struct WorkflowProvider: IntentProvider {
  private let source: any WorkflowSource
  /// What workflows call, to be looked up; calls are done by the engine that does the workflow.
  private let others: [any IntentProvider]
  private let now: @Sendable () -> Date

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - providers: those of the intents that the workflows call.
  ///   - now: the clock.
  public init(
    _ source: any WorkflowSource,
    beside providers: [any IntentProvider],
    now: @escaping @Sendable () -> Date
  ) {
    self.source = source
    others = providers
    self.now = now
  }

  /// The workflows that can be asked for; none that is done at an event, or that cannot be used.
  public func definitions() async -> [IntentDefinition] {
    var definitions: [IntentDefinition] = []
    for id in await source.ids() {
      if let definition = try? await definition(of: id) { definitions.append(definition) }
    }
    return definitions
  }

  /// The intent that a workflow is, once nothing is wrong with it.
  public func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    guard let workflow = try await source.workflow(id), workflow.hook == nil else { return nil }
    return try await review(workflow).definition
  }

  /// Returns the files that are no workflows, and the workflows and hooks that are wrong.
  public func skippedDefinitions() async -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for file in source.misnamedFiles() {
      skipped.append(SkippedDefinition(.workflow, file: file, error: .misnamedWorkflow(file)))
    }
    for id in await source.ids() {
      do throws(IntentError) {
        if let workflow = try await source.workflow(id) { _ = try await review(workflow) }
      } catch {
        let file = source.file(of: id)
        skipped.append(SkippedDefinition(.workflow, file: file, error: OutcomeError(error)))
      }
    }
    return skipped
  }

  /// The ids of all workflows, whatever is the matter with them.
  func ids() async -> [String] { await source.ids() }

  /// The workflow of an id, whatever else is the matter with it.
  public func workflow(of id: String) async throws(IntentError) -> Workflow? {
    try await source.workflow(id)
  }

  /// Tells when the files of workflows have changed.
  public func definitionChanges() async -> AsyncStream<Void>? { await source.changes() }

  private func review(_ workflow: Workflow) async throws(IntentError) -> WorkflowAnalysis {
    try await WorkflowAnalysis(workflow, among: [self] + others, now: now())
  }

  /// Does the steps of a workflow.
  public func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult {
    guard let workflow = try await source.workflow(call.definition.id),
      let engine = context.engine
    else { throw .unknownIntent(call.definition.id, near: nil) }
    return try await WorkflowRunner(
      workflow: workflow,
      engine: engine,
      source: context.source,
      limit: workflow.timeout,
      allowNextCall: context.allowNextCall,
      report: context.report
    )
    .perform(call.values)
  }

  /// The calls of a workflow are rehearsed by the engine that rehearses it.
  public func dryRunCopy() async -> (any IntentProvider)? { self }
}
