import Dispatch
import IntentKit
import JSONText
import Synchronization
import SystemCalls

/// The intents that a server offers, kept up to date with the engine's providers.
///
/// The first provider's intents are available at once; the others load in the background. A lookup
/// that needs one of the others blocks its thread until they are loaded. So make lookups on the
/// connection's reading thread, not in tasks.
final class IntentCatalog: Sendable {
  let engine: IntentEngine
  /// Whether the providers may add, change or remove intents later.
  let canChange: Bool
  /// Broadcasts an event after the intents have changed.
  let changes = ChangeBroadcaster()
  private let state: Mutex<CatalogState>
  private let loadGroup = DispatchGroup()
  private let watching = Mutex<[Task<Void, Never>]>([])

  private struct CatalogState {
    var table: LoadedIntents
    /// The number of reloads started so far.
    ///
    /// Reloads are numbered; `appliedReload` is the number of the reload whose result is in
    /// `table`.
    var startedReloads = 0
    var appliedReload = 0
  }

  private struct LoadedIntents {
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
    // Start listening before the first load, so no later change is missed.
    let streams = await engine.definitionChanges()
    canChange = !streams.isEmpty
    state = Mutex(CatalogState(table: LoadedIntents(await engine.firstProviderIntents())))
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

  /// Loads the intents of all providers.
  ///
  /// - Returns: Whether the intents have changed.
  @discardableResult
  private func reload() async -> Bool {
    let number = state.withLock { state in
      state.startedReloads += 1
      return state.startedReloads
    }
    let new = LoadedIntents(
      await engine.registeredIntents(),
      skipped: await engine.skippedDefinitions()
    )
    return state.withLock { state in
      // Ignore this result if a reload that started later has already finished: its result is
      // newer.
      guard number > state.appliedReload else { return false }
      defer { (state.table, state.appliedReload) = (new, number) }
      return state.table.definitions != new.definitions
    }
  }

  private func reloadAndNotify() async {
    if await reload() { changes.notify() }
  }

  /// The intents of all providers, as loaded last.
  var definitions: [IntentDefinition] {
    loadGroup.wait()
    return state.withLock { $0.table.definitions }
  }

  /// Returns the intents that may be called from a source, such as RPC or MCP.
  ///
  /// A read-only engine allows only intents that change nothing.
  func callableIntents(from source: CallSource) -> [IntentDefinition] {
    definitions.filter {
      $0.sources.contains(source) && ($0.effects.readOnly || !engine.isReadOnly)
    }
  }

  /// The intent definition files that can't be used, for example because they are invalid.
  var skipped: [SkippedDefinition] {
    loadGroup.wait()
    return state.withLock { $0.table.skipped }
  }

  /// Returns the intent with an id; nil if there's no such intent.
  func definition(of id: String) -> IntentDefinition? {
    if let known = known(id) { return known }
    loadGroup.wait()
    if let known = known(id) { return known }
    // The intent may be new, and not all providers report changes at once, so reload before giving
    // up.
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

  /// Returns the problem with the file that should define an intent; nil if there's no such file.
  private func reason(forMissing id: String) -> Failure? {
    if !engine.hasSeveralProviders || !id.utf8.allSatisfy(\.isIdentifierByte) { return nil }
    let reason = Mutex<Failure?>(nil)
    let finished = DispatchSemaphore(value: 0)
    Task { [engine] in
      do throws(Failure) {
        _ = try await engine.definition(of: id)
      } catch {
        reason.withLock { $0 = error }
      }
      finished.signal()
    }
    finished.wait()
    return reason.withLock(\.self)
  }

  /// Returns the intent with an id, or throws an error if it may not be called from this source.
  func intent(_ id: String, from source: CallSource) throws(Failure) -> IntentDefinition {
    guard let definition = definition(of: id) else {
      if let reason = reason(forMissing: id) { throw reason }
      throw .unknownIntent(id, near: definitions.closestID(to: id))
    }
    guard definition.sources.contains(source) else { throw .sourceNotAllowed(id, source) }
    return definition
  }

  /// Returns the scheduling of an intent's calls; nil if the intent isn't loaded.
  ///
  /// Call `definition(of:)` first, which loads the intents if necessary.
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
