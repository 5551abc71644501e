import Foundation
import IntentKit
import JSONText
import SystemCalls

/// The hooks of the user, and what they wait for.
actor HookDispatcher: HookSource {
  private let folder: WorkflowDirectory
  private let cache: String
  private let spoolDirectory: String
  private let makeID: @Sendable () -> UUID
  /// Starts the process that does hooks, with events on its standard input.
  private let start: @Sendable (_ input: CInt, _ store: String) -> Void
  /// What is known of the hooks; nil before it is needed, and where it may be another by now.
  private var index: HookIndex?
  /// Tells a process that stays when the files have changed.
  private var watch: DirectoryWatcher?
  /// The folder of the records in which things happen.
  private var store: String?
  /// Does hooks in this process; nil where they are left to another.
  private var engine: IntentEngine?
  /// The events whose hooks are not done yet.
  private var queue: [HookEvent] = []
  private var work: Task<Void, Never>?
  /// The events that another process is given.
  private var spool: HookSpool?

  init(_ folder: WorkflowDirectory, _ environment: Environment) {
    self.folder = folder
    cache = environment.cacheFolder + "/hooks"
    spoolDirectory = environment.temporaryFolder
    makeID = environment.makeID
    start = { input, store in
      try? DetachedProcess.start(
        environment.program,
        ["hooks", HooksCommand.runAction, "--store", store],
        environment: environment.variables,
        folder: environment.currentFolder,
        input: input
      )
    }
  }

  /// Takes what happens to belong to a folder of records.
  func setDataDirectory(_ store: String) {
    self.store = store
  }

  func hooks(of events: [String], _ phase: Workflow.Hook.Phase) -> [Workflow] {
    currentIndex().ids(of: events, phase).compactMap { try? folder.workflow($0) }
      .filter { $0.hook.map { events.contains($0.event) && $0.phase == phase } ?? false }
  }

  private func currentIndex() -> HookIndex {
    if watch != nil, (try? watch?.changes().isEmpty) != true { index = nil }
    if let index { return index }
    let index = HookIndex(folder, cache: cache)
    if engine == nil || watch != nil { self.index = index }
    return index
  }

  /// Has the hooks of events done in this process, one after the other.
  func runInProcess(with engine: IntentEngine) {
    self.engine = engine
    // What comes between the first look and the watch would not be seen.
    index = nil
    watch = try? DirectoryWatcher(folder.path, reportsEveryWrite: true) { name, isFolder in
      !isFolder && name.hasSuffix(".json")
    }
  }

  /// Waits until the hooks of all events are done.
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
      spool = try? .make(in: spoolDirectory, makeID())
      // Who asks for the end asks not for what happened to be forgotten.
      if spool != nil { Signals.addTerminationHandler { [self] in await dispatchInBackground() } }
    }
    spool?.append(events)
  }

  func problems(of events: [String]) -> [String] { events.isEmpty ? [] : currentIndex().problems }

  /// Has another process do the hooks of what happened in this one, if anything did.
  func dispatchInBackground() {
    if let store { spool?.dispatchInBackground { start($0, store) } }
    spool = nil
  }
}
