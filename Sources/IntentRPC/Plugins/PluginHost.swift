import IntentKit
import JSONText
import SystemCalls

/// The user's plugins.
///
/// This actor provides their intents and performs the calls of these intents.
package actor PluginHost {
  private var launchContext: PluginLaunchContext
  private var plugins: [String: Plugin] = [:]
  private var stopping: Task<Void, Never>?
  private var isEnded = false
  private var hasStarted = false
  private var known: [String: LoadedManifest] = [:]

  /// A plugin's manifest, together with the intents that result from it.
  private struct LoadedManifest {
    let fingerprint: String
    let manifest: PluginManifest
    let intents: [PluginIntent]
    private let indexByID: [String: Int]

    init(fingerprint: String, manifest: PluginManifest) {
      self.fingerprint = fingerprint
      self.manifest = manifest
      intents = manifest.intents()
      let indexByID = intents.enumerated().map { ($1.definition.id, $0) }
      self.indexByID = Dictionary(indexByID) { first, _ in first }
    }

    func intent(of id: String) -> PluginIntent? { indexByID[id].map { intents[$0] } }
  }

  /// Creates a host that has started no plugin yet.
  ///
  /// - Parameter canElicit: whether the user can be prompted when a plugin requests input.
  package init(_ launchContext: PluginLaunchContext, canElicit: Bool) {
    self.launchContext = launchContext
    self.launchContext.canElicit = canElicit
  }

  /// Allows plugins started from now on to request input, because the user can be prompted.
  package func enableElicitation() {
    launchContext.canElicit = true
  }

  /// Returns the intents of all plugins that have a valid manifest.
  func definitions() -> [IntentDefinition] {
    // The directory can't be read, but the plugins may still exist, so return the intents read
    // earlier.
    guard let names = try? launchContext.folder.names() else {
      return known.sorted { $0.key < $1.key }.flatMap { $0.value.intents.map(\.definition) }
    }
    known = known.filter { names.contains($0.key) }
    let gone = plugins.filter { !names.contains($0.key) }
    for name in gone.keys { plugins[name] = nil }
    if !gone.isEmpty { end(gone.values) }
    return names.flatMap { (try? loadedManifest($0).intents.map(\.definition)) ?? [] }
  }

  /// Returns the manifest files that can't be used.
  func skippedDefinitions() -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for name in (try? launchContext.folder.allNames()) ?? [] {
      do throws(Failure) {
        _ = try loadedManifest(name)
      } catch {
        let file = launchContext.folder.file(of: name)
        skipped.append(SkippedDefinition(.plugin, file: file, error: error))
      }
    }
    return skipped
  }

  /// Returns the intent with an id; nil if it doesn't belong to a plugin.
  ///
  /// - Throws: `Failure` if the plugin isn't installed or its manifest can't be used.
  func definition(of id: String) throws(Failure) -> IntentDefinition? {
    guard let plugin = PluginName.plugin(in: id) else { return nil }
    do throws(Failure) {
      return try loadedManifest(plugin).intent(of: id)?.definition
    } catch  where error.code == Failure.unknownPluginCode {
      let names = (try? launchContext.folder.names()) ?? []
      let near = TypoSuggester.closest(to: plugin, in: names)
      throw .pluginNotInstalled(plugin, of: id, near: near)
    }
  }

  /// Returns a stream with an event each time a manifest file is written or removed; nil if that
  /// can't be watched.
  func definitionChanges() -> AsyncStream<Void>? { try? launchContext.folder.changes() }

  /// Performs a call of a plugin's intent.
  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    let id = call.definition.id
    guard let found = try await lookUp(id) else { throw .unknownIntent(id, near: nil) }
    switch found.action {
    case .tool(let tool): return try await found.plugin.call(tool, call, in: context)
    case .resource: return try await found.plugin.read(call.values["uri"]?.string ?? "")
    }
  }

  /// Returns the result of a dry run; nil if the plugin doesn't support dry runs.
  func plan(
    of call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult? {
    let id = call.definition.id
    guard let name = PluginName.plugin(in: id), let manifest = try? loadedManifest(name).manifest,
      let found = try? await lookUp(id), case .tool(let tool) = found.action,
      let plan = PluginDryRunTool(for: tool, in: manifest)
    else { return nil }
    let question = plan.planCall(tool, call, in: name)
    return plan.plannedAnswer(try await found.plugin.call(ToolList.plan, question, in: context))
  }

  /// Returns a stream of possible changes to an intent's result; nil if the plugin doesn't report
  /// them.
  func changes(of call: ValidatedCall) async -> AsyncStream<Void>? {
    guard let found = try? await lookUp(call.definition.id), found.action == .resource else {
      return nil
    }
    return await found.plugin.changes(of: call.values["uri"]?.string ?? "")
  }

  /// Returns the plugin that provides an intent, and the action that a call performs.
  private func lookUp(
    _ id: String
  ) async throws(Failure) -> (plugin: Plugin, action: PluginIntent.Operation)? {
    guard let name = PluginName.plugin(in: id) else { return nil }
    let known = try loadedManifest(name)
    guard let intent = known.intent(of: id) else { return nil }
    try await launchContext.reserveResources(for: name)
    // Don't use a plugin after `stop`: nothing would stop its process.
    if isEnded { throw Failure(MCPServerError.cancelled, of: name) }
    let plugin = plugins[name] ?? Plugin(name, launchContext)
    // Stop all plugins if this process receives a termination signal.
    if !hasStarted { Signals.addTerminationHandler { [weak self] in await self?.stop() } }
    hasStarted = true
    plugins[name] = plugin
    await plugin.useManifest(known.fingerprint)
    return (plugin, intent.action)
  }

  /// Returns a plugin's manifest, reading the file again only if it has changed.
  private func loadedManifest(_ name: String) throws(Failure) -> LoadedManifest {
    let fingerprint = (try? FileFingerprint.text(of: launchContext.folder.file(of: name))) ?? nil
    if let kept = known[name], kept.fingerprint == fingerprint { return kept }
    let manifest = try launchContext.folder.manifest(of: name)
    let new = LoadedManifest(fingerprint: fingerprint ?? "", manifest: manifest)
    known[name] = new
    return new
  }

  /// Stops all plugins and waits until their processes have exited.
  package func stop() async {
    isEnded = true
    if !plugins.isEmpty { end(plugins.values) }
    plugins = [:]
    await stopping?.value
  }

  /// Begins to stop plugins without waiting for their processes.
  ///
  /// `stop` later waits for them.
  private func end(_ plugins: some Collection<Plugin>) {
    let (plugins, before) = (Array(plugins), stopping)
    stopping = Task {
      await withTaskGroup { group in
        group.addTask { await before?.value }
        for plugin in plugins { group.addTask { await plugin.stop() } }
      }
    }
  }
}
