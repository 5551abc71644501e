import IntentKit

/// The hooks among the user's workflows.
struct HookList {
  private var hooks: [Workflow] = []
  /// The problems in files that declare a hook but can't be used.
  private(set) var problems: [Notice] = []

  /// Reads the files of a directory.
  init(in folder: WorkflowDirectory) {
    for id in folder.ids() where folder.declaresHook(folder.file(of: id)) {
      do throws(Failure) {
        if let workflow = try folder.workflow(id) { hooks.append(workflow) }
      } catch {
        addProblem(error)
      }
    }
    for file in folder.misnamedFiles() where folder.declaresHook(file) {
      addProblem(.misnamedWorkflow(file))
    }
  }

  private mutating func addProblem(_ error: Failure) {
    problems.append("A hook can't run: " + error.notice)
  }

  /// Returns the hooks for the events, in order of their ids.
  func hooks(of events: [String], _ phase: Workflow.Hook.HookPhase) -> [Workflow] {
    hooks.filter { $0.isHook(of: events, phase) }
  }
}

extension Workflow {
  /// Returns whether the workflow is a hook for one of the events, in a phase.
  func isHook(of events: [String], _ phase: Hook.HookPhase) -> Bool {
    hook.map { events.contains($0.event) && $0.phase == phase } ?? false
  }
}
