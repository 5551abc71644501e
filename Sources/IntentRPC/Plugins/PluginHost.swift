import IntentKit
import JSONText
import SystemCalls

/// The plugins of the user: finds their intents, and runs what is called.
package actor PluginHost {
  private var launchContext: PluginLaunchContext
  private var plugins: [String: Plugin] = [:]
  private var stopping: Task<Void, Never>?
  private var isEnded = false
  private var hasStarted = false
  private var known: [String: LoadedManifest] = [:]

  /// What the manifest of a plugin says.
  private struct LoadedManifest {
    let stamp: String
    let manifest: PluginManifest
    let intents: [PluginIntent]
    private let indexByID: [String: Int]

    init(stamp: String, manifest: PluginManifest) {
      self.stamp = stamp
      self.manifest = manifest
      intents = manifest.intents()
      let indexByID = intents.enumerated().map { ($1.definition.id, $0) }
      self.indexByID = Dictionary(indexByID) { first, _ in first }
    }

    func intent(of id: String) -> PluginIntent? { indexByID[id].map { intents[$0] } }
  }

  package init(_ launchContext: PluginLaunchContext) {
    self.launchContext = launchContext
  }

  /// Lets plugins that are started from here on ask what they want to know, as somebody may be there
  /// to answer.
  package func enableElicitation() {
    launchContext.canElicit = true
  }

  /// The intents of all plugins whose manifest can be used.
  func definitions() -> [IntentDefinition] {
    // That they cannot be listed just now does not mean that they are gone.
    guard let names = try? launchContext.folder.names() else {
      return known.values.flatMap { $0.intents.map(\.definition) }
    }
    let gone = plugins.filter { !names.contains($0.key) }
    for name in gone.keys { plugins[name] = nil }
    if !gone.isEmpty { end(gone.values) }
    return names.flatMap { (try? loadedManifest($0).intents.map(\.definition)) ?? [] }
  }

  /// Returns the manifests that can't be used.
  func skippedDefinitions() -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for name in (try? launchContext.folder.allNames()) ?? [] {
      do throws(PluginError) {
        _ = try loadedManifest(name)
      } catch {
        let file = launchContext.folder.file(of: name)
        skipped.append(SkippedDefinition(.plugin, file: file, error: error.outcomeError))
      }
    }
    return skipped
  }

  /// The intent of an id; nil for one that is no plugin's.
  func definition(of id: String) throws(PluginError) -> IntentDefinition? {
    guard let plugin = PluginName.plugin(in: id) else { return nil }
    do throws(PluginError) {
      return try loadedManifest(plugin).intent(of: id)?.definition
    } catch .unknown {
      return nil
    }
  }

  /// Tells when the intents may have changed, as a manifest was written or removed.
  func definitionChanges() -> AsyncStream<Void>? { try? launchContext.folder.changes() }

  /// Does what a call asks for.
  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult {
    let id = call.definition.id
    let found: (plugin: Plugin, action: PluginIntent.Action)?
    do throws(PluginError) {
      found = try await self.lookUp(id)
    } catch {
      throw error.intentError
    }
    guard let found else { throw .unknownIntent(id, near: nil) }
    switch found.action {
    case .tool(let tool): return try await found.plugin.call(tool, call, in: context)
    case .resource: return try await found.plugin.read(call.values["uri"]?.string ?? "")
    }
  }

  /// What a call would do, where its plugin tells; nil where it does not.
  func plan(
    of call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult? {
    let id = call.definition.id
    guard let name = PluginName.plugin(in: id), let manifest = try? loadedManifest(name).manifest,
      let found = try? await lookUp(id), case .tool(let tool) = found.action,
      let plan = PluginPlanTool(for: tool, in: manifest)
    else { return nil }
    let question = plan.planCall(tool, call, in: name)
    return plan.plannedAnswer(try await found.plugin.call(ToolList.plan, question, in: context))
  }

  /// Tells when the answer of an intent may have changed; nil where that cannot be told.
  func changes(of call: ValidatedCall) async -> AsyncStream<Void>? {
    guard let found = try? await lookUp(call.definition.id), found.action == .resource else {
      return nil
    }
    return await found.plugin.changes(of: call.values["uri"]?.string ?? "")
  }

  /// The plugin that has an intent, as its manifest is now, and what is done for the intent.
  private func lookUp(
    _ id: String
  ) async throws(PluginError) -> (plugin: Plugin, action: PluginIntent.Action)? {
    guard let name = PluginName.plugin(in: id) else { return nil }
    let known = try loadedManifest(name)
    guard let intent = known.intent(of: id) else { return nil }
    try await launchContext.reserveResources(for: name)
    // What is begun after the end would be left behind.
    if isEnded { throw PluginError(MCPServerError.cancelled, of: name) }
    let plugin = plugins[name] ?? Plugin(name, launchContext)
    // Whoever ends us must not leave them behind.
    if !hasStarted { Signals.addTerminationHandler { [weak self] in await self?.stop() } }
    hasStarted = true
    plugins[name] = plugin
    await plugin.useManifest(known.stamp)
    return (plugin, intent.action)
  }

  /// What the manifest says now; it is read again only where its file has changed.
  private func loadedManifest(_ name: String) throws(PluginError) -> LoadedManifest {
    let stamp = (try? FileFingerprint.text(of: launchContext.folder.file(of: name))) ?? nil
    if let kept = known[name], kept.stamp == stamp { return kept }
    let manifest = try launchContext.folder.manifest(of: name)
    let new = LoadedManifest(stamp: stamp ?? "", manifest: manifest)
    known[name] = new
    return new
  }

  /// Ends all that run.
  package func stop() async {
    isEnded = true
    if !plugins.isEmpty { end(plugins.values) }
    plugins = [:]
    await stopping?.value
  }

  /// Begins to end plugins; whoever ends us waits for them, and for those before them.
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
