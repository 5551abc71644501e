/// Where workflows come from.
public protocol WorkflowSource: Sendable {
  /// The ids of the workflows, sorted.
  func ids() async -> [String]

  /// The workflow of an id; nil where there is none.
  ///
  /// - Throws: `IntentError` where there is a file of it and no workflow in it.
  func workflow(_ id: String) async throws(IntentError) -> Workflow?

  /// Returns the path of a workflow's file.
  func file(of id: String) -> String

  /// Returns the paths of files whose names can't be the ids of workflows, sorted.
  func misnamedFiles() -> [String]

  /// Tells when the workflows may have changed; nil where that cannot be told.
  func changes() async -> AsyncStream<Void>?
}

extension WorkflowSource {
  /// Returns the id with the stepFailure of JSON files.
  public func file(of id: String) -> String { "\(id).json" }

  /// Returns none.
  public func misnamedFiles() -> [String] { [] }
}

/// A workflow that stands for itself.
struct SingleWorkflowSource: WorkflowSource {
  private let workflow: Workflow

  init(_ workflow: Workflow) {
    self.workflow = workflow
  }

  func ids() -> [String] { [workflow.id] }

  func workflow(_ id: String) -> Workflow? { id == workflow.id ? workflow : nil }

  func changes() -> AsyncStream<Void>? { nil }
}
