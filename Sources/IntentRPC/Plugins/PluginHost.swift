import IntentKit
import JSONText
import SystemCalls

/// The plugins of the user: finds their intents, and runs what is called.
package actor PluginHost {
  private var surroundings: PluginSurroundings
  private var plugins: [String: Plugin] = [:]
  private var manifests: [String: (stamp: String, manifest: PluginManifest)] = [:]
  /// Tells that the intents of a plugin may have changed.
  private let changes = Broadcast()

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
    return names.flatMap { (try? manifest(of: $0).intents().map(\.definition)) ?? [] }
  }

  /// The intent of an id; nil for one that is no plugin's.
  func definition(of id: String) throws(PluginError) -> IntentDefinition? {
    guard let plugin = PluginName.plugin(in: id) else { return nil }
    do throws(PluginError) {
      return try manifest(of: plugin).intents().first { $0.definition.id == id }?.definition
    } catch .unknown {
      return nil
    }
  }

  /// Tells when the intents may have changed: a manifest is written or removed, or a plugin says that
  /// its tools are others now.
  func definitionChanges() -> AsyncStream<Void>? {
    (try? surroundings.folder.changes()).map { .merging([$0, changes.stream()]) }
  }

  /// Does what a call asks for.
  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    let id = call.definition.id
    let found: (plugin: Plugin, action: PluginIntent.Action)?
    do throws(PluginError) {
      found = try self.found(id)
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
    guard let name = PluginName.plugin(in: id), let manifest = try? manifest(of: name),
      let found = try? found(id), case .tool(let tool) = found.action,
      let plan = PluginPlan(for: tool, in: manifest)
    else { return nil }
    let question = plan.question(tool, call, in: name)
    return plan.answer(try await found.plugin.call(ToolList.plan, question, in: context))
  }

  /// Tells when the answer of an intent may have changed; nil where that cannot be told.
  func changes(of call: CheckedCall) async -> AsyncStream<Void>? {
    guard let found = try? found(call.definition.id), found.action == .resource else { return nil }
    return await found.plugin.changes(of: call.values["uri"]?.string ?? "")
  }

  private func found(
    _ id: String
  ) throws(PluginError) -> (plugin: Plugin, action: PluginIntent.Action)? {
    guard let name = PluginName.plugin(in: id),
      let intent = try manifest(of: name).intents().first(where: { $0.definition.id == id })
    else { return nil }
    let plugin = plugins[name] ?? Plugin(name, surroundings, changes)
    // Whoever ends us must not leave them behind.
    if plugins.isEmpty { Signals.beforeEnd { [weak self] in await self?.stop() } }
    plugins[name] = plugin
    return (plugin, intent.action)
  }

  /// The manifest as it is now, read again only where its file has changed.
  private func manifest(of name: String) throws(PluginError) -> PluginManifest {
    let stamp = (try? FileStamp.of(surroundings.folder.file(of: name))) ?? nil
    if let kept = manifests[name], kept.stamp == stamp { return kept.manifest }
    let manifest = try surroundings.folder.manifest(of: name)
    if let stamp { manifests[name] = (stamp, manifest) }
    return manifest
  }

  /// Ends all that run.
  package func stop() async {
    let running = Array(plugins.values)
    plugins = [:]
    await withTaskGroup { group in
      for plugin in running { group.addTask { await plugin.stop() } }
    }
  }
}
