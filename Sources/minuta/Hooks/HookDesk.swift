import Foundation
import IntentKit
import JSONText
import SystemCalls

/// The hooks of the user, and what they wait for.
actor HookDesk: HookSource {
  private let folder: WorkflowFolder
  private let cache: String
  private let spoolFolder: String
  private let makeID: @Sendable () -> UUID
  /// Starts the process that does hooks, with events on its standard input.
  private let start: @Sendable (_ input: CInt, _ store: String) -> Void
  /// What is known of the hooks; nil before it is needed, and where it may be another by now.
  private var table: HookTable?
  /// Tells a process that stays when the files have changed.
  private var watch: FolderWatch?
  /// The folder of the records in which things happen.
  private var store: String?
  /// Does hooks in this process; nil where they are left to another.
  private var engine: IntentEngine?
  /// The events whose hooks are not done yet.
  private var queue: [HookEvent] = []
  private var work: Task<Void, Never>?
  /// The events that another process is given.
  private var spool: HookSpool?

  init(_ folder: WorkflowFolder, _ surroundings: Surroundings) {
    self.folder = folder
    cache = surroundings.cacheFolder + "/hooks"
    spoolFolder = surroundings.temporaryFolder
    makeID = surroundings.makeID
    start = { input, store in
      try? DetachedProgram.start(
        surroundings.program,
        ["hooks", HooksCommand.doing, "--store", store],
        environment: surroundings.environment,
        folder: surroundings.currentFolder,
        input: input
      )
    }
  }

  /// Takes what happens to belong to a folder of records.
  func follow(_ store: String) {
    self.store = store
  }

  func hooks(of events: [String], _ phase: Workflow.Hook.Phase) -> [Workflow] {
    currentTable().ids(of: events, phase).compactMap { try? folder.workflow($0) }
      .filter { $0.hook.map { events.contains($0.event) && $0.phase == phase } ?? false }
  }

  private func currentTable() -> HookTable {
    if watch != nil, (try? watch?.changes().isEmpty) != true { table = nil }
    if let table { return table }
    let table = HookTable(folder, cache: cache)
    if engine == nil || watch != nil { self.table = table }
    return table
  }

  /// Has the hooks of events done in this process, one after the other.
  func listen(_ engine: IntentEngine) {
    self.engine = engine
    // What comes between the first look and the watch would not be seen.
    table = nil
    watch = try? FolderWatch(folder.path, tellsWriting: true) { name, isFolder in
      !isFolder && name.hasSuffix(".json")
    }
  }

  /// Waits until the hooks of all events are done.
  func finish() async {
    while let work { await work.value }
  }

  private func performAll(by engine: IntentEngine) async {
    while !queue.isEmpty { await engine.performHooks(after: queue.removeFirst()) }
    work = nil
  }

  func take(_ events: [HookEvent]) {
    if let engine {
      queue += events
      if work == nil { work = Task { await performAll(by: engine) } }
      return
    }
    if spool == nil {
      spool = try? .make(in: spoolFolder, makeID())
      // Who asks for the end asks not for what happened to be forgotten.
      if spool != nil { Signals.beforeEnd { [self] in await handOver() } }
    }
    spool?.append(events)
  }

  func problems(of events: [String]) -> [String] { events.isEmpty ? [] : currentTable().problems }

  /// Has another process do the hooks of what happened in this one, if anything did.
  func handOver() {
    if let store { spool?.handOver { start($0, store) } }
    spool = nil
  }
}
