import IntentKit
import JSONText
import SystemCalls

/// The plugins of the user: finds their intents, and runs what is called.
package actor PluginHost {
  private var surroundings: PluginSurroundings
  private var plugins: [String: Plugin] = [:]
  private var stopping: Task<Void, Never>?
  private var known: [String: Known] = [:]
  /// Tells that something of a plugin may have changed.
  package nonisolated let changes = PluginChanges()

  /// What the manifest of a plugin says.
  private struct Known {
    let stamp: String
    let intents: [PluginIntent]
    private let places: [String: Int]

    init(stamp: String, intents: [PluginIntent]) {
      self.stamp = stamp
      self.intents = intents
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
    let names = (try? surroundings.folder.names()) ?? []
    return names.flatMap { (try? known($0).intents.map(\.definition)) ?? [] }
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

  /// Does what a call asks for.
  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    let id = call.definition.id
    let found: (plugin: Plugin, action: PluginIntent.Action, stamp: String)?
    do throws(PluginError) {
      found = try self.found(id)
    } catch {
      throw error.intentError
    }
    guard let found else { throw .unknownIntent(id, near: nil) }
    await found.plugin.follow(found.stamp)
    switch found.action {
    case .tool(let tool): return try await found.plugin.call(tool, call, in: context)
    case .resource: return try await found.plugin.read(call.values["uri"]?.string ?? "")
    }
  }

  private func found(
    _ id: String
  ) throws(PluginError) -> (plugin: Plugin, action: PluginIntent.Action, stamp: String)? {
    guard let name = PluginName.plugin(in: id) else { return nil }
    let known = try known(name)
    guard let intent = known.intent(of: id) else { return nil }
    let plugin = plugins[name] ?? Plugin(name, surroundings, changes)
    // Whoever ends us must not leave them behind.
    if plugins.isEmpty { Signals.beforeEnd { [weak self] in await self?.stop() } }
    plugins[name] = plugin
    return (plugin, intent.action, known.stamp)
  }

  /// What the manifest says now; it is read again only where its file has changed.
  private func known(_ name: String) throws(PluginError) -> Known {
    let stamp = (try? FileStamp.of(surroundings.folder.file(of: name))) ?? nil
    if let kept = known[name], kept.stamp == stamp { return kept }
    let manifest = try surroundings.folder.manifest(of: name)
    let new = Known(stamp: stamp ?? "", intents: manifest.intents())
    known[name] = new
    return new
  }

  /// Ends all that run.
  package func stop() async {
    let (running, before) = (Array(plugins.values), stopping)
    plugins = [:]
    // Whoever comes second waits for what the first began.
    let stop = Task {
      await before?.value
      await withTaskGroup { group in
        for plugin in running { group.addTask { await plugin.stop() } }
      }
    }
    stopping = stop
    await stop.value
  }
}
