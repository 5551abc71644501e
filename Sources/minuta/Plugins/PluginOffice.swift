import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Admits plugins, and what they can do: starts them, shows what they are, and keeps what the user
/// decides.
struct PluginOffice {
  let desk: PluginDesk
  let console: Console
  /// Asks for a line; nil where nobody can answer.
  let ask: ((String) -> String?)?
  let isDryRun: Bool

  /// What is allowed without asking.
  enum Choice {
    case ask
    case all
    case these([String])
  }

  /// Adds a plugin.
  func add(_ manifest: PluginManifest, _ choice: Choice) async throws -> PluginAnswer {
    if try desk.folder.has(manifest.name) { throw PluginError.taken(manifest.name) }
    var manifest = manifest
    try manifest.pinFiles()
    let found = try await look(at: manifest)
    show(found.tools.flatMap { ToolReport(tool: $0, plugin: manifest.name).lines }, of: found)
    let allowed = try allowed(choice, among: found.tools, of: manifest.name)
    return try keep(&manifest, found, allowing: allowed, deed: isDryRun ? "Would add" : "Added")
  }

  /// Allows more tools of a plugin.
  func allow(_ name: String, _ choice: Choice) async throws -> PluginAnswer {
    var manifest = try desk.folder.manifest(of: name)
    if let path = manifest.changedFiles().first {
      throw PluginError.changedFile(plugin: name, path: path)
    }
    let found = try await look(at: manifest)
    let known = Set(manifest.tools.map(\.name))
    let new = found.tools.filter { !known.contains($0.name) }
    show(new.flatMap { ToolReport(tool: $0, plugin: name).lines }, of: found)
    var allowed = manifest.tools
    for tool in try self.allowed(choice, among: found.tools, of: name) {
      if !known.contains(tool.name) {
        allowed.append(tool)
      } else if tool.digest != manifest.pins.tools[tool.name] {
        // It has to be seen first.
        throw PluginError.changedTool(plugin: name, tool: tool.name)
      }
    }
    return try keep(
      &manifest,
      found,
      allowing: allowed,
      deed: isDryRun ? "Would change" : "Changed"
    )
  }

  /// Shows what is other than when a plugin was allowed, and takes it as it is now.
  func update(_ name: String, isConfirmed: Bool) async throws -> PluginAnswer {
    let manifest = try desk.folder.manifest(of: name)
    // What changes from here on was not seen, and is not taken.
    var now = manifest
    try now.pinFiles()
    now.version = nil
    let found = try await look(at: now)
    let differences = PluginDifferences(manifest, found)
    let json: JSONObject = ["plugin": .string(name), "updated": false]
    var answer = PluginAnswer(
      json: json.merging(differences.json),
      lines: differences.lines
    )
    if differences.areNone {
      answer.lines.append("The plugin \(name.quoted) is as it was allowed.")
      return answer
    }
    if isDryRun { return answer }
    guard isConfirmed || agrees(to: answer.lines) else {
      let way = ask == nil ? " 'minuta plugin update \(name) --yes' takes it as it is." : ""
      answer.worries = ["The plugin \(name.quoted) was left as it was allowed.\(way)"]
      return answer
    }
    let tools = Dictionary(found.tools.map { ($0.name, $0) }) { first, _ in first }
    let kept = try keep(
      &now,
      found,
      allowing: manifest.tools.compactMap { tools[$0.name] },
      deed: isDryRun ? "Would update" : "Updated"
    )
    answer.json["updated"] = true
    answer.lines = (ask == nil || isConfirmed ? answer.lines : []) + kept.lines
    answer.worries = kept.worries
    return answer
  }

  private func agrees(to lines: [String]) -> Bool {
    let question = (lines.map(\.forTerminal) + ["Allow it so? [y/N] "]).joined(separator: "\n")
    return ["y", "yes"].contains(ask?(question)?.lowercased() ?? "")
  }

  /// Starts a plugin and tells what is the matter with it.
  func worries(of name: String) async -> [String] {
    do {
      let manifest = try desk.folder.manifest(of: name)
      if let path = manifest.changedFiles().first {
        throw PluginError.changedFile(plugin: name, path: path)
      }
      let found = try await look(at: manifest)
      let noise =
        found.passedOver == 0
        ? []
        : ["The plugin \(name.quoted) wrote \(found.passedOver) lines that are no messages."]
      return PluginDifferences(manifest, found).tools.map { difference in
        let error =
          difference.new == nil
          ? PluginError.noTool(plugin: name, tool: difference.old.name, near: nil)
          : .changedTool(plugin: name, tool: difference.old.name)
        return error.outcomeError.message
      } + desk.hidden(in: manifest) + noise
    } catch let error as PluginError {
      return [error.outcomeError.message]
    } catch {
      return ["\(error)."]
    }
  }

  /// Starts a plugin, looks at it, and ends it, also where we are asked to end meanwhile.
  private func look(at manifest: PluginManifest) async throws -> FoundPlugin {
    let surroundings = desk.surroundings
    try await surroundings.reserveResources(for: manifest.name)
    let look = Task { try await Self.look(at: manifest, surroundings) }
    Signals.beforeEnd {
      look.cancel()
      _ = await look.result
    }
    return try await look.value
  }

  private static func look(
    at manifest: PluginManifest,
    _ surroundings: PluginSurroundings
  ) async throws -> FoundPlugin {
    let plugin = try await GreetedPlugin(manifest, surroundings)
    let found = FoundPlugin(
      tools: plugin.tools,
      version: plugin.version,
      info: plugin.info,
      resources: await plugin.resources(),
      passedOver: plugin.passedOver
    )
    _ = await plugin.stop()
    return found
  }

  private func show(_ lines: [String], of found: FoundPlugin) {
    if ask == nil { return }
    let name = found.info["name"]?.string ?? "The server"
    let version = found.info["version"]?.string.map { " \($0)" } ?? ""
    console.note("\(name)\(version) speaks MCP of \(found.version).".forTerminal)
    for line in lines { console.note(line.forTerminal) }
    console.note("")
  }

  private func allowed(
    _ choice: Choice,
    among tools: [PluginTool],
    of plugin: String
  ) throws -> [PluginTool] {
    switch choice {
    case .all: return tools
    case .these(let names): return try names.map { try tool($0, among: tools, of: plugin) }
    case .ask:
      let names = tools.map(\.name)
      guard let ask else { throw UsageError.noAllowance(plugin, tools: names) }
      guard let line = ask("Which tools may be called? (names, 'all', or nothing to leave it) "),
        !line.isEmpty
      else { throw UsageError.noAllowance(plugin, tools: names) }
      if line == "all" { return tools }
      return try line.split { $0 == "," || $0 == " " }
        .map { try tool(String($0), among: tools, of: plugin) }
    }
  }

  private func tool(
    _ name: String,
    among tools: [PluginTool],
    of plugin: String
  ) throws(PluginError) -> PluginTool {
    if let tool = tools.first(where: { $0.name == name }) { return tool }
    throw .noTool(plugin: plugin, tool: name, near: NearMiss.of(name, in: tools.map(\.name)))
  }

  /// Keeps a manifest with what was found and is allowed.
  private func keep(
    _ manifest: inout PluginManifest,
    _ found: FoundPlugin,
    allowing tools: [PluginTool],
    deed: String
  ) throws -> PluginAnswer {
    manifest.tools = tools
    manifest.pins.tools = Dictionary(tools.map { ($0.name, $0.digest) }) { first, _ in first }
    manifest.allowsResources = manifest.allowsResources && found.resources != nil
    manifest.resources = manifest.allowsResources ? found.resources ?? [] : []
    manifest.version = found.version
    if !isDryRun { try desk.folder.save(manifest) }
    var lines = [
      "\(deed) the plugin \(manifest.name.quoted).\(isDryRun ? " \(Answer.planNote)" : "")"
    ]
    lines += manifest.intents().map { "    \($0.definition.id)" }
    return PluginAnswer(
      json: PluginDesk.json(of: manifest),
      lines: lines,
      worries: desk.hidden(in: manifest)
    )
  }
}

/// A plugin as it was found when it was started.
struct FoundPlugin {
  let tools: [PluginTool]
  let version: String
  let info: JSONObject
  /// The URIs of resources that it lists; nil where it has no resources.
  let resources: [String]?
  let passedOver: Int
}
