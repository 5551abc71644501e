/// A source of workflows, such as a folder of workflow files.
public protocol WorkflowSource: Sendable {
  /// Returns the IDs of the workflows, sorted.
  func ids() async -> [String]

  /// Returns a workflow, or nil if there is none with this ID.
  ///
  /// - Throws: `Failure` if the file doesn't contain a valid workflow.
  func workflow(_ id: String) async throws(Failure) -> Workflow?

  /// Returns the path of a workflow's file.
  func file(of id: String) -> String

  /// Returns the paths of files whose names aren't valid workflow IDs, sorted.
  func misnamedFiles() -> [String]

  /// Returns a stream with an element whenever the workflows may have changed, or nil if changes
  /// can't be detected.
  func changes() async -> AsyncStream<Void>?
}

extension WorkflowSource {
  /// Returns, by default, the ID with the extension `.json`.
  public func file(of id: String) -> String { "\(id).json" }

  /// Returns an empty array by default.
  public func misnamedFiles() -> [String] { [] }
}

/// A workflow source that contains a single workflow.
struct SingleWorkflowSource: WorkflowSource {
  private let workflow: Workflow

  init(_ workflow: Workflow) {
    self.workflow = workflow
  }

  func ids() -> [String] { [workflow.id] }

  func workflow(_ id: String) -> Workflow? { id == workflow.id ? workflow : nil }

  func changes() -> AsyncStream<Void>? { nil }
}
