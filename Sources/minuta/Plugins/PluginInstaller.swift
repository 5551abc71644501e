import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Adds and updates plugins: starts them, shows their tools and saves the user's choices.
struct PluginInstaller {
  let launchContext: PluginLaunchContext
  let console: Console
  /// Prompts for a line; nil if there is no terminal.
  let prompt: ((String) -> String?)?
  let isDryRun: Bool

  private var folder: PluginDirectory { launchContext.folder }

  /// The choice of tools to approve; `prompt` asks the user at the terminal.
  enum ToolApprovalChoice {
    case prompt
    case all
    case named([String])
  }

  /// Adds a plugin.
  func add(_ manifest: PluginManifest, _ choice: ToolApprovalChoice) async throws
    -> PluginCommandResult
  {
    if try folder.contains(manifest.name) { throw Failure.pluginTaken(manifest.name) }
    var manifest = manifest
    try manifest.pinFiles()
    let inspection = try await inspect(manifest)
    let reports = inspection.tools.map { ToolApprovalReport(tool: $0, plugin: manifest.name) }
    show(["Program: \(manifest.command)"] + reports.flatMap(\.lines), of: inspection)
    let allowed = try selectTools(choice, among: inspection.tools, of: manifest.name)
    return try saveManifest(
      &manifest,
      inspection,
      allowing: allowed,
      action: isDryRun ? "Would add" : "Added"
    )
  }

  /// Approves more tools of a plugin.
  func allow(_ name: String, _ choice: ToolApprovalChoice) async throws -> PluginCommandResult {
    var manifest = try folder.approvedManifest(of: name)
    let inspection = try await inspect(manifest)
    let known = Set(manifest.tools.map(\.name))
    let new = inspection.tools.filter { !known.contains($0.name) }
    show(new.flatMap { ToolApprovalReport(tool: $0, plugin: name).lines }, of: inspection)
    var allowed = manifest.tools
    for tool in try self.selectTools(choice, among: inspection.tools, of: name) {
      if !known.contains(tool.name) {
        allowed.append(tool)
      } else if tool.digest != manifest.pins.tools[tool.name] {
        // The tool has changed since its approval. The user must review that first, with `minuta
        // plugin update`.
        throw Failure.changedTool(plugin: name, tool: tool.name)
      }
    }
    return try saveManifest(
      &manifest,
      inspection,
      allowing: allowed,
      action: isDryRun ? "Would change" : "Changed"
    )
  }

  /// Shows the differences from the approved manifest and approves them if confirmed.
  func update(_ name: String, isConfirmed: Bool) async throws -> PluginCommandResult {
    let manifest = try folder.manifest(of: name)
    // Compute the files' digests before showing the differences, so that a later change to a file
    // isn't approved with them.
    var updated = manifest
    try updated.pinFiles()
    updated.version = nil
    let inspection = try await inspect(updated)
    let differences = PluginDiff(manifest, inspection)
    let json: JSONObject = ["plugin": .string(name), "updated": false]
    var result = PluginCommandResult(
      json: json.merging(differences.json),
      lines: differences.lines
    )
    if differences.isEmpty {
      result.lines.append("The plugin \(name.quoted) has not changed.")
      return result
    }
    if isDryRun { return result }
    guard isConfirmed || confirms(result.lines) else {
      let sentence = "The changes of the plugin \(name.quoted) were not accepted."
      let command = "plugin update \(name) --yes"
      result.problems = [prompt == nil ? sentence.suggesting(command) : sentence.notice]
      return result
    }
    let tools = Dictionary(inspection.tools.map { ($0.name, $0) }) { first, _ in first }
    let saved = try saveManifest(
      &updated,
      inspection,
      allowing: manifest.tools.compactMap { tools[$0.name] },
      action: isDryRun ? "Would update" : "Updated"
    )
    result.json["updated"] = true
    result.lines = (prompt == nil || isConfirmed ? result.lines : []) + saved.lines
    result.problems = saved.problems
    return result
  }

  private func confirms(_ lines: [String]) -> Bool {
    let question = (lines.map(\.escapedForTerminal) + ["Accept these changes? [y/N] "]).joined(
      separator: "\n"
    )
    return ["y", "yes"].contains(prompt?(question)?.lowercased() ?? "")
  }

  /// Starts a plugin and returns its problems.
  func problems(of name: String) async -> [Notice] {
    do {
      let manifest = try folder.approvedManifest(of: name)
      let inspection = try await inspect(manifest)
      let outputProblems: [Notice] =
        inspection.ignoredLineCount == 0
        ? []
        : [
          "The plugin \(name.quoted) wrote \(inspection.ignoredLineCount) lines that are not messages."
        ]
      return PluginDiff(manifest, inspection).tools.map { difference in
        let error =
          difference.new == nil
          ? Failure.unknownTool(plugin: name, tool: difference.old.name, near: nil)
          : .changedTool(plugin: name, tool: difference.old.name)
        return error.notice
      } + manifest.hiddenToolWarnings + outputProblems
    } catch let error as Failure {
      return [error.notice]
    } catch {
      return ["\(error)."]
    }
  }

  /// Starts a plugin, inspects it and stops it, even if this process is terminated meanwhile.
  private func inspect(_ manifest: PluginManifest) async throws -> PluginInspection {
    let launchContext = launchContext
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
    let inspection = PluginInspection(
      tools: plugin.tools,
      version: plugin.version,
      info: plugin.info,
      resources: await plugin.resources(),
      ignoredLineCount: plugin.ignoredLineCount
    )
    _ = await plugin.stop()
    return inspection
  }

  private func show(_ lines: [String], of inspection: PluginInspection) {
    if prompt == nil { return }
    let name = inspection.info["name"]?.string ?? "The server"
    let version = inspection.info["version"]?.string.map { " \($0)" } ?? ""
    console.printError("\(name)\(version) uses MCP \(inspection.version).".escapedForTerminal)
    for line in lines { console.printError(line.escapedForTerminal) }
    console.printError("")
  }

  private func selectTools(
    _ choice: ToolApprovalChoice,
    among tools: [PluginTool],
    of plugin: String
  ) throws -> [PluginTool] {
    switch choice {
    case .all: return tools
    case .named(let names): return try names.map { try tool($0, among: tools, of: plugin) }
    case .prompt:
      let names = tools.map(\.name)
      guard let prompt else { throw Failure.toolsNotChosen(plugin, tools: names) }
      guard
        let line = prompt("Which tools may be called? Enter names, 'all', or nothing to cancel: "),
        !line.isEmpty
      else { throw Failure.toolsNotChosen(plugin, tools: names) }
      if line == "all" { return tools }
      return try line.split { $0 == "," || $0 == " " }
        .map { try tool(String($0), among: tools, of: plugin) }
    }
  }

  private func tool(
    _ name: String,
    among tools: [PluginTool],
    of plugin: String
  ) throws(Failure) -> PluginTool {
    if let tool = tools.first(where: { $0.name == name }) { return tool }
    throw .unknownTool(
      plugin: plugin,
      tool: name,
      near: TypoSuggester.closest(to: name, in: tools.map(\.name))
    )
  }

  /// Saves a manifest with the approved tools and the results of the inspection.
  private func saveManifest(
    _ manifest: inout PluginManifest,
    _ inspection: PluginInspection,
    allowing tools: [PluginTool],
    action: String
  ) throws -> PluginCommandResult {
    manifest.tools = tools
    manifest.pins.tools = Dictionary(tools.map { ($0.name, $0.digest) }) { first, _ in first }
    manifest.allowsResources = manifest.allowsResources && inspection.resources != nil
    manifest.resources = manifest.allowsResources ? inspection.resources ?? [] : []
    manifest.version = inspection.version
    if !isDryRun { try folder.save(manifest) }
    var lines = [
      "\(action) the plugin \(manifest.name.quoted). Its program is \(manifest.command.quoted)."
        + (isDryRun ? " \(Notice.dryRunNote)" : "")
    ]
    lines += manifest.intentLines
    return PluginCommandResult(
      json: manifest.summary,
      lines: lines,
      problems: manifest.hiddenToolWarnings
    )
  }
}

/// The tools, version and resources that a plugin reports when it is started.
struct PluginInspection {
  let tools: [PluginTool]
  let version: String
  let info: JSONObject
  /// The URIs of the plugin's resources; nil if it doesn't support resources.
  let resources: [String]?
  let ignoredLineCount: Int
}
