import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Admits plugins, and what they can do: starts them, shows what they are, and keeps what the user
/// decides.
struct PluginInstaller {
  let actions: PluginActions
  let console: Console
  /// Asks for a line; nil where nobody can answer.
  let prompt: ((String) -> String?)?
  let isDryRun: Bool

  /// What is allowed without asking.
  enum ToolApproval {
    case prompt
    case all
    case named([String])
  }

  /// Adds a plugin.
  func add(_ manifest: PluginManifest, _ choice: ToolApproval) async throws -> PluginCommandResult {
    if try actions.folder.contains(manifest.name) { throw PluginError.taken(manifest.name) }
    var manifest = manifest
    try manifest.pinFiles()
    let found = try await inspect(manifest)
    show(found.tools.flatMap { ToolReport(tool: $0, plugin: manifest.name).lines }, of: found)
    let allowed = try selectTools(choice, among: found.tools, of: manifest.name)
    return try saveManifest(
      &manifest,
      found,
      allowing: allowed,
      action: isDryRun ? "Would add" : "Added"
    )
  }

  /// Allows more tools of a plugin.
  func allow(_ name: String, _ choice: ToolApproval) async throws -> PluginCommandResult {
    var manifest = try actions.folder.manifest(of: name)
    if let path = manifest.changedFiles().first {
      throw PluginError.changedFile(plugin: name, path: path)
    }
    let found = try await inspect(manifest)
    let known = Set(manifest.tools.map(\.name))
    let new = found.tools.filter { !known.contains($0.name) }
    show(new.flatMap { ToolReport(tool: $0, plugin: name).lines }, of: found)
    var allowed = manifest.tools
    for tool in try self.selectTools(choice, among: found.tools, of: name) {
      if !known.contains(tool.name) {
        allowed.append(tool)
      } else if tool.digest != manifest.pins.tools[tool.name] {
        // It has to be seen first.
        throw PluginError.changedTool(plugin: name, tool: tool.name)
      }
    }
    return try saveManifest(
      &manifest,
      found,
      allowing: allowed,
      action: isDryRun ? "Would change" : "Changed"
    )
  }

  /// Shows what is other than when a plugin was allowed, and takes it as it is now.
  func update(_ name: String, isConfirmed: Bool) async throws -> PluginCommandResult {
    let manifest = try actions.folder.manifest(of: name)
    // What changes from here on was not seen, and is not taken.
    var now = manifest
    try now.pinFiles()
    now.version = nil
    let found = try await inspect(now)
    let differences = PluginDiff(manifest, found)
    let json: JSONObject = ["plugin": .string(name), "updated": false]
    var answer = PluginCommandResult(
      json: json.merging(differences.json),
      lines: differences.lines
    )
    if differences.isEmpty {
      answer.lines.append("The plugin \(name.quoted) is as it was allowed.")
      return answer
    }
    if isDryRun { return answer }
    guard isConfirmed || confirms(answer.lines) else {
      let way = prompt == nil ? " 'minuta plugin update \(name) --yes' takes it as it is." : ""
      answer.problems = ["The plugin \(name.quoted) was left as it was allowed.\(way)"]
      return answer
    }
    let tools = Dictionary(found.tools.map { ($0.name, $0) }) { first, _ in first }
    let kept = try saveManifest(
      &now,
      found,
      allowing: manifest.tools.compactMap { tools[$0.name] },
      action: isDryRun ? "Would update" : "Updated"
    )
    answer.json["updated"] = true
    answer.lines = (prompt == nil || isConfirmed ? answer.lines : []) + kept.lines
    answer.problems = kept.problems
    return answer
  }

  private func confirms(_ lines: [String]) -> Bool {
    let question = (lines.map(\.escapedForTerminal) + ["Allow it so? [y/N] "]).joined(
      separator: "\n"
    )
    return ["y", "yes"].contains(prompt?(question)?.lowercased() ?? "")
  }

  /// Starts a plugin and tells what is the matter with it.
  func problems(of name: String) async -> [String] {
    do {
      let manifest = try actions.folder.manifest(of: name)
      if let path = manifest.changedFiles().first {
        throw PluginError.changedFile(plugin: name, path: path)
      }
      let found = try await inspect(manifest)
      let noise =
        found.ignoredLineCount == 0
        ? []
        : ["The plugin \(name.quoted) wrote \(found.ignoredLineCount) lines that are no messages."]
      return PluginDiff(manifest, found).tools.map { difference in
        let error =
          difference.new == nil
          ? PluginError.unknownTool(plugin: name, tool: difference.old.name, near: nil)
          : .changedTool(plugin: name, tool: difference.old.name)
        return error.outcomeError.message
      } + actions.hiddenToolWarnings(in: manifest) + noise
    } catch let error as PluginError {
      return [error.outcomeError.message]
    } catch {
      return ["\(error)."]
    }
  }

  /// Starts a plugin, looks at it, and ends it, also where we are asked to end meanwhile.
  private func inspect(_ manifest: PluginManifest) async throws -> PluginInspection {
    let launchContext = actions.launchContext
    try await launchContext.reserveResources(for: manifest.name)
    let inspection = Task { try await Self.inspect(manifest, launchContext) }
    Signals.addTerminationHandler {
      inspection.cancel()
      _ = await inspection.result
    }
    return try await inspection.value
  }

  private static func inspect(
    _ manifest: PluginManifest,
    _ launchContext: PluginLaunchContext
  ) async throws -> PluginInspection {
    let plugin = try await InitializedPlugin(manifest, launchContext)
    let found = PluginInspection(
      tools: plugin.tools,
      version: plugin.version,
      info: plugin.info,
      resources: await plugin.resources(),
      ignoredLineCount: plugin.ignoredLineCount
    )
    _ = await plugin.stop()
    return found
  }

  private func show(_ lines: [String], of found: PluginInspection) {
    if prompt == nil { return }
    let name = found.info["name"]?.string ?? "The server"
    let version = found.info["version"]?.string.map { " \($0)" } ?? ""
    console.printError("\(name)\(version) speaks MCP of \(found.version).".escapedForTerminal)
    for line in lines { console.printError(line.escapedForTerminal) }
    console.printError("")
  }

  private func selectTools(
    _ choice: ToolApproval,
    among tools: [PluginTool],
    of plugin: String
  ) throws -> [PluginTool] {
    switch choice {
    case .all: return tools
    case .named(let names): return try names.map { try tool($0, among: tools, of: plugin) }
    case .prompt:
      let names = tools.map(\.name)
      guard let prompt else { throw UsageError.toolsNotChosen(plugin, tools: names) }
      guard let line = prompt("Which tools may be called? (names, 'all', or nothing to leave it) "),
        !line.isEmpty
      else { throw UsageError.toolsNotChosen(plugin, tools: names) }
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
    throw .unknownTool(
      plugin: plugin,
      tool: name,
      near: TypoSuggestion.closest(to: name, in: tools.map(\.name))
    )
  }

  /// Keeps a manifest with what was found and is allowed.
  private func saveManifest(
    _ manifest: inout PluginManifest,
    _ found: PluginInspection,
    allowing tools: [PluginTool],
    action: String
  ) throws -> PluginCommandResult {
    manifest.tools = tools
    manifest.pins.tools = Dictionary(tools.map { ($0.name, $0.digest) }) { first, _ in first }
    manifest.allowsResources = manifest.allowsResources && found.resources != nil
    manifest.resources = manifest.allowsResources ? found.resources ?? [] : []
    manifest.version = found.version
    if !isDryRun { try actions.folder.save(manifest) }
    var lines = [
      "\(action) the plugin \(manifest.name.quoted).\(isDryRun ? " \(IntentResult.dryRunNote)" : "")"
    ]
    lines += manifest.intents().map { "    \($0.definition.id)" }
    return PluginCommandResult(
      json: PluginActions.json(of: manifest),
      lines: lines,
      problems: actions.hiddenToolWarnings(in: manifest)
    )
  }
}

/// A plugin as it was found when it was started.
struct PluginInspection {
  let tools: [PluginTool]
  let version: String
  let info: JSONObject
  /// The URIs of resources that it lists; nil where it has no resources.
  let resources: [String]?
  let ignoredLineCount: Int
}
