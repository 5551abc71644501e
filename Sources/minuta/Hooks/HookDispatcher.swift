import Foundation
import IntentKit
import JSONText
import SystemCalls

/// Runs the user's hooks, in this process or in a background process.
actor HookDispatcher: HookSource {
  private let folder: WorkflowDirectory
  private let environment: Environment
  /// The hooks; nil before first use and after a hook file changed.
  private var list: HookList?
  /// Watches the hook files for changes, in a long-running process.
  private var watch: DirectoryWatch?
  /// The data folder that the events belong to.
  private var store: String?
  /// The engine that runs hooks in this process; nil if a background process runs them.
  private var engine: IntentEngine?
  /// The events whose hooks haven't run yet.
  private var queue: [HookEvent] = []
  private var work: Task<Void, Never>?
  /// The file that collects events for the background process; nil until there is an event.
  private var spool: HookSpool?

  init(_ folder: WorkflowDirectory, _ environment: Environment) {
    self.folder = folder
    self.environment = environment
  }

  /// Sets the data folder that the following events belong to.
  func setDataDirectory(_ store: String) {
    self.store = store
  }

  func hooks(of events: [String], _ phase: Workflow.Hook.HookPhase) -> [Workflow] {
    // Read each file again: the watch doesn't see an edit through a link or of another machine.
    currentList().hooks(of: events, phase)
      .compactMap { try? folder.workflow($0.id) }
      .filter { $0.isHook(of: events, phase) }
  }

  private func currentList() -> HookList {
    if watch != nil, (try? watch?.changes().isEmpty) != true { list = nil }
    if let list { return list }
    let list = HookList(in: folder)
    if engine == nil || watch != nil { self.list = list }
    return list
  }

  /// Runs hooks in this process from now on, one after the other.
  func runInProcess(with engine: IntentEngine) {
    self.engine = engine
    // A list that was read before the watch begins may miss changes in between, so drop it.
    list = nil
    watch = try? DirectoryWatcher.shared.watch(folder.path, reportsEveryWrite: true) {
      !$1 && $0.hasSuffix(".json")
    }
  }

  /// Waits until the hooks of all queued events have run in this process.
  func finish() async {
    while let work { await work.value }
  }

  private func runQueuedHooks(by engine: IntentEngine) async {
    while !queue.isEmpty { await engine.performHooks(after: queue.removeFirst()) }
    work = nil
  }

  func enqueue(_ events: [HookEvent]) {
    if let engine {
      queue += events
      if work == nil { work = Task { await runQueuedHooks(by: engine) } }
      return
    }
    if spool == nil {
      spool = try? .make(in: environment.temporaryFolder, environment.makeID())
      // Events are collected until the program ends. Dispatch them even if it is terminated by a
      // signal.
      if spool != nil { Signals.addTerminationHandler { [self] in await dispatchInBackground() } }
    }
    spool?.append(events)
  }

  func problems(of events: [String]) -> [Notice] { events.isEmpty ? [] : currentList().problems }

  func recordEnd(of hook: Workflow, error: Failure?) {
    FailedHooks(environment: environment).recordEnd(of: hook.id, error)
  }

  /// Starts a background process for the collected events, if there are any.
  func dispatchInBackground() {
    if let store { spool?.dispatchInBackground { startProcess($0, store) } }
    spool = nil
  }

  /// Starts the background process that runs hooks.
  ///
  /// - Parameter input: the file descriptor with the events, which becomes its standard input.
  private func startProcess(_ input: CInt, _ store: String) {
    try? DetachedProcess.start(
      environment.program,
      ["hooks", HooksCommand.runAction, "--store", store],
      environment: environment.variables,
      folder: environment.currentFolder,
      input: input
    )
  }
}
