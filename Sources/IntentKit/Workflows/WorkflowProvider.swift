public import Foundation
import JSONText

/// Provides workflows as intents.
public struct WorkflowProvider: IntentProvider {
  private let source: any WorkflowSource
  /// The providers for looking up the intents that workflows call.
  ///
  /// The engine of the run makes the calls.
  private let others: [any IntentProvider]
  private let now: @Sendable () -> Date

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - providers: The providers of the intents that the workflows call.
  ///   - now: The clock.
  public init(
    _ source: any WorkflowSource,
    beside providers: [any IntentProvider],
    now: @escaping @Sendable () -> Date
  ) {
    self.source = source
    others = providers
    self.now = now
  }

  /// Returns the valid workflows that can be called.
  ///
  /// Leaves out hooks and invalid workflows.
  public func definitions() async -> [IntentDefinition] {
    var definitions: [IntentDefinition] = []
    for id in await source.ids() {
      if let definition = try? await definition(of: id) { definitions.append(definition) }
    }
    return definitions
  }

  /// Returns a workflow as an intent, or nil if there is none with this ID.
  ///
  /// - Throws: `IntentError.invalidWorkflow`.
  public func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    guard let workflow = try await source.workflow(id), workflow.hook == nil else { return nil }
    return try await review(workflow).definition
  }

  /// Returns the files that aren't workflows, and the invalid workflows and hooks.
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

  /// Returns the IDs of all workflows, including invalid ones.
  func ids() async -> [String] { await source.ids() }

  /// Returns a workflow without checking its calls.
  public func workflow(of id: String) async throws(IntentError) -> Workflow? {
    try await source.workflow(id)
  }

  /// Returns a stream with an element whenever workflow files have changed.
  public func definitionChanges() async -> AsyncStream<Void>? { await source.changes() }

  private func review(_ workflow: Workflow) async throws(IntentError) -> WorkflowAnalysis {
    try await WorkflowAnalysis(workflow, among: [self] + others, now: now())
  }

  /// Runs a workflow.
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

  /// Returns itself, because the engine of the dry run plans the calls of a workflow.
  public func dryRunCopy() async -> (any IntentProvider)? { self }
}
