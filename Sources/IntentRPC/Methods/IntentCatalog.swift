import Dispatch
import IntentKit
import JSONText
import Synchronization

/// The intents that a server has, and the engine that does them.
///
/// Those of the first provider are known at once, and the others soon: who asks for one of them, or
/// for all, waits until then. That is for the thread that reads requests, and not for tasks.
final class IntentCatalog: Sendable {
  let engine: IntentEngine
  /// Whether they may be others later on.
  let canChange: Bool
  /// Tells that they are.
  let changes = ChangeBroadcaster()
  private let state: Mutex<CatalogState>
  private let loadGroup = DispatchGroup()
  private let watching = Mutex<[Task<Void, Never>]>([])

  private struct CatalogState {
    var table: IntentTable
    /// How many looks have startedReloads, and which of them the table is of.
    var startedReloads = 0
    var appliedReload = 0
  }

  private struct IntentTable {
    let definitions: [IntentDefinition]
    let skipped: [SkippedDefinition]
    let schedulings: [String: RPCTask.Scheduling]
    private let indexByID: [String: Int]

    init(_ offered: [RegisteredIntent], skipped: [SkippedDefinition] = []) {
      self.skipped = skipped
      definitions = offered.map(\.definition)
      let numbered = definitions.enumerated().map { ($1.id, $0) }
      indexByID = Dictionary(numbered) { first, _ in first }
      schedulings = Dictionary(offered.map { ($0.definition.id, RPCTask.Scheduling($0)) }) {
        first,
        _ in
        first
      }
    }

    func definition(of id: String) -> IntentDefinition? { indexByID[id].map { definitions[$0] } }
  }

  init(_ engine: IntentEngine) async {
    self.engine = engine
    // What changes from here on is told, so that nothing is missed after the first look.
    let streams = await engine.definitionChanges()
    canChange = !streams.isEmpty
    state = Mutex(CatalogState(table: IntentTable(await engine.firstProviderIntents())))
    var tasks: [Task<Void, Never>] = []
    if engine.hasSeveralProviders {
      loadGroup.enter()
      tasks.append(
        Task { [loadGroup, weak self] in
          await self?.reload()
          loadGroup.leave()
        }
      )
    }
    tasks += streams.map { stream in
      Task { [weak self] in
        for await _ in stream { await self?.reloadAndNotify() }
      }
    }
    watching.withLock { [tasks] in $0 = tasks }
  }

  deinit {
    for task in watching.withLock({ $0 }) { task.cancel() }
  }

  /// Looks which intents there are.
  ///
  /// - Returns: whether they are others than before.
  @discardableResult
  private func reload() async -> Bool {
    let number = state.withLock { state in
      state.startedReloads += 1
      return state.startedReloads
    }
    let new = IntentTable(
      await engine.registeredIntents(),
      skipped: await engine.skippedDefinitions()
    )
    return state.withLock { state in
      // One that began later knows better, also where it ended first.
      guard number > state.appliedReload else { return false }
      defer { (state.table, state.appliedReload) = (new, number) }
      return state.table.definitions != new.definitions
    }
  }

  private func reloadAndNotify() async {
    if await reload() { changes.notify() }
  }

  /// All there are at this moment.
  var definitions: [IntentDefinition] {
    loadGroup.wait()
    return state.withLock { $0.table.definitions }
  }

  /// The intents that may be called from a source now.
  func callableIntents(from source: CallSource) -> [IntentDefinition] {
    definitions.filter {
      $0.sources.contains(source) && ($0.effects.readOnly || !engine.isReadOnly)
    }
  }

  /// The files at this moment that should define intents and can't be used.
  var skipped: [SkippedDefinition] {
    loadGroup.wait()
    return state.withLock { $0.table.skipped }
  }

  /// The intent of an id; nil where there is none.
  func definition(of id: String) -> IntentDefinition? {
    if let known = known(id) { return known }
    loadGroup.wait()
    if let known = known(id) { return known }
    // It may have come just now, and nobody has told yet, or can.
    guard canChange || engine.hasSeveralProviders, id.utf8.allSatisfy(\.isIdentifierByte) else {
      return nil
    }
    reloadAndWait()
    return known(id)
  }

  private func known(_ id: String) -> IntentDefinition? {
    state.withLock { $0.table.definition(of: id) }
  }

  private func reloadAndWait() {
    let finished = DispatchSemaphore(value: 0)
    Task {
      await reloadAndNotify()
      finished.signal()
    }
    finished.wait()
  }

  /// The reason why there's no intent of an id, where its file can't be used.
  private func reason(forMissing id: String) -> IntentError? {
    if !engine.hasSeveralProviders || !id.utf8.allSatisfy(\.isIdentifierByte) { return nil }
    let reason = Mutex<IntentError?>(nil)
    let finished = DispatchSemaphore(value: 0)
    Task { [engine] in
      do throws(IntentError) {
        _ = try await engine.definition(of: id)
      } catch {
        reason.withLock { $0 = error }
      }
      finished.signal()
    }
    finished.wait()
    return reason.withLock(\.self)
  }

  /// The intent of an id, where it may be asked for at a door.
  func intent(_ id: String, from source: CallSource) throws(IntentError) -> IntentDefinition {
    guard let definition = definition(of: id) else {
      if let reason = reason(forMissing: id) { throw reason }
      throw .unknownIntent(id, near: TypoSuggestion.closest(to: id, in: definitions.map(\.id)))
    }
    guard definition.sources.contains(source) else { throw .sourceNotAllowed(id, source) }
    return definition
  }

  /// How calls of an intent, whose definition was asked for before, stand to others; nil where there
  /// is no such intent.
  func scheduling(of id: String) -> RPCTask.Scheduling? {
    state.withLock { $0.table.schedulings[id] }
  }
}

extension RPCTask.Scheduling {
  fileprivate init(_ offer: RegisteredIntent) {
    self =
      offer.allowsConcurrentCalls ? .external : offer.definition.effects.readOnly ? .read : .write
  }
}
