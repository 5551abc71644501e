public import Foundation
import JSONText

/// A provider that offers workflows as intents.
public struct WorkflowProvider: ChangingIntentProvider {
  private let source: any WorkflowSource
  /// The providers in which to look up the intents that workflows call.
  ///
  /// They only supply definitions; the engine of each workflow run performs the calls.
  private let others: [any IntentProvider]
  private let now: @Sendable () -> Date

  /// Creates a provider of workflows.
  ///
  /// - Parameters:
  ///     - providers: The providers of the intents that the workflows call.
  ///     - now: A function that returns the current time.
  public init(
    _ source: any WorkflowSource,
    beside providers: [any IntentProvider],
    now: @escaping @Sendable () -> Date
  ) {
    self.source = source
    others = providers
    self.now = now
  }

  /// Returns the definitions of the valid workflows that can be called.
  ///
  /// Leaves out hooks and invalid workflows.
  public func definitions() async -> [IntentDefinition] {
    var definitions: [IntentDefinition] = []
    for id in await source.ids() {
      if let definition = try? await definition(of: id) { definitions.append(definition) }
    }
    return definitions
  }

  /// Returns the definition of a workflow as an intent, or nil if no workflow has this ID.
  ///
  /// - Throws: `Failure.invalidWorkflow`.
  public func definition(of id: String) async throws(Failure) -> IntentDefinition? {
    guard let workflow = try await source.workflow(id), workflow.hook == nil else { return nil }
    return try await review(workflow).definition
  }

  /// Returns the workflow files that can't be used because of their name or their contents.
  public func skippedDefinitions() async -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for file in source.misnamedFiles() {
      skipped.append(SkippedDefinition(.workflow, file: file, error: .misnamedWorkflow(file)))
    }
    for id in await source.ids() {
      do throws(Failure) {
        if let workflow = try await source.workflow(id) { _ = try await review(workflow) }
      } catch {
        let file = source.file(of: id)
        skipped.append(SkippedDefinition(.workflow, file: file, error: error))
      }
    }
    return skipped
  }

  /// Returns the IDs of all workflows, including hooks and invalid workflows.
  func ids() async -> [String] { await source.ids() }

  /// Returns a workflow or hook without checking the intents that it calls.
  public func workflow(of id: String) async throws(Failure) -> Workflow? {
    try await source.workflow(id)
  }

  /// Returns a stream with an element whenever workflow files have changed.
  public func definitionChanges() async -> AsyncStream<Void>? { await source.changes() }

  private func review(_ workflow: Workflow) async throws(Failure) -> WorkflowAnalysis {
    try await WorkflowAnalysis(workflow, among: [self] + others, now: now())
  }

  /// Runs a workflow.
  public func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
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

  /// Returns itself, because the engine of the dry run plans the calls of a workflow.
  public func dryRunCopy() async -> (any IntentProvider)? { self }
}
