import IntentKit
import JSONText
import SystemCalls

/// The plugins of the user: finds their intents, and runs what is called.
package actor PluginHost {
  private var surroundings: PluginSurroundings
  private var plugins: [String: Plugin] = [:]
  private var stopping: Task<Void, Never>?
  private var isEnded = false
  private var hasStarted = false
  private var known: [String: Known] = [:]

  /// What the manifest of a plugin says.
  private struct Known {
    let stamp: String
    let manifest: PluginManifest
    let intents: [PluginIntent]
    private let places: [String: Int]

    init(stamp: String, manifest: PluginManifest) {
      self.stamp = stamp
      self.manifest = manifest
      intents = manifest.intents()
      let places = intents.enumerated().map { ($1.definition.id, $0) }
      self.places = Dictionary(places) { first, _ in first }
    }

    func intent(of id: String) -> PluginIntent? { places[id].map { intents[$0] } }
  }

  package init(_ surroundings: PluginSurroundings) {
    self.surroundings = surroundings
  }

  /// Lets plugins that are started from here on ask what they want to know, as somebody may be there
  /// to answer.
  package func allowQuestions() {
    surroundings.canElicit = true
  }

  /// The intents of all plugins whose manifest can be used.
  func definitions() -> [IntentDefinition] {
    // That they cannot be listed just now does not mean that they are gone.
    guard let names = try? surroundings.folder.names() else {
      return known.values.flatMap { $0.intents.map(\.definition) }
    }
    let gone = plugins.filter { !names.contains($0.key) }
    for name in gone.keys { plugins[name] = nil }
    if !gone.isEmpty { end(gone.values) }
    return names.flatMap { (try? known($0).intents.map(\.definition)) ?? [] }
  }

  /// Returns the manifests that can't be used.
  func skippedDefinitions() -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for name in (try? surroundings.folder.allNames()) ?? [] {
      do throws(PluginError) {
        _ = try known(name)
      } catch {
        let file = surroundings.folder.file(of: name)
        skipped.append(SkippedDefinition(.plugin, file: file, error: error.outcomeError))
      }
    }
    return skipped
  }

  /// The intent of an id; nil for one that is no plugin's.
  func definition(of id: String) throws(PluginError) -> IntentDefinition? {
    guard let plugin = PluginName.plugin(in: id) else { return nil }
    do throws(PluginError) {
      return try known(plugin).intent(of: id)?.definition
    } catch .unknown {
      return nil
    }
  }

  /// Tells when the intents may have changed, as a manifest was written or removed.
  func definitionChanges() -> AsyncStream<Void>? { try? surroundings.folder.changes() }

  /// Does what a call asks for.
  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    let id = call.definition.id
    let found: (plugin: Plugin, action: PluginIntent.Action)?
    do throws(PluginError) {
      found = try await self.found(id)
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
    of call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer? {
    let id = call.definition.id
    guard let name = PluginName.plugin(in: id), let manifest = try? known(name).manifest,
      let found = try? await found(id), case .tool(let tool) = found.action,
      let plan = PluginPlan(for: tool, in: manifest)
    else { return nil }
    let question = plan.question(tool, call, in: name)
    return plan.answer(try await found.plugin.call(ToolList.plan, question, in: context))
  }

  /// Tells when the answer of an intent may have changed; nil where that cannot be told.
  func changes(of call: CheckedCall) async -> AsyncStream<Void>? {
    guard let found = try? await found(call.definition.id), found.action == .resource else {
      return nil
    }
    return await found.plugin.changes(of: call.values["uri"]?.string ?? "")
  }

  /// The plugin that has an intent, as its manifest is now, and what is done for the intent.
  private func found(
    _ id: String
  ) async throws(PluginError) -> (plugin: Plugin, action: PluginIntent.Action)? {
    guard let name = PluginName.plugin(in: id) else { return nil }
    let known = try known(name)
    guard let intent = known.intent(of: id) else { return nil }
    try await surroundings.reserveResources(for: name)
    // What is begun after the end would be left behind.
    if isEnded { throw PluginError(ServerError.cancelled, of: name) }
    let plugin = plugins[name] ?? Plugin(name, surroundings)
    // Whoever ends us must not leave them behind.
    if !hasStarted { Signals.beforeEnd { [weak self] in await self?.stop() } }
    hasStarted = true
    plugins[name] = plugin
    await plugin.follow(known.stamp)
    return (plugin, intent.action)
  }

  /// What the manifest says now; it is read again only where its file has changed.
  private func known(_ name: String) throws(PluginError) -> Known {
    let stamp = (try? FileStamp.of(surroundings.folder.file(of: name))) ?? nil
    if let kept = known[name], kept.stamp == stamp { return kept }
    let manifest = try surroundings.folder.manifest(of: name)
    let new = Known(stamp: stamp ?? "", manifest: manifest)
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
