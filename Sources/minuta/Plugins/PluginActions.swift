import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Performs the actions of `minuta plugin` that don't need to inspect the running plugin.
struct PluginActions {
  let folder: PluginDirectory
  let launchContext: PluginLaunchContext

  /// Lists all plugins; unusable ones are reported as problems.
  func list() throws -> PluginCommandResult {
    var result = PluginCommandResult(json: [:], lines: [])
    var plugins: [JSONValue] = []
    for name in try folder.names() {
      do throws(PluginError) {
        let manifest = try folder.manifest(of: name)
        plugins.append(.object(Self.json(of: manifest)))
        let words = [manifest.command] + manifest.arguments
        result.lines.append("\(name)  \(words.joined(separator: " "))")
        result.lines += manifest.intents().map { "    \($0.definition.id)" }
      } catch {
        result.problems.append(error.outcomeError.message)
      }
    }
    result.json["plugins"] = .array(plugins)
    if result.lines.isEmpty, result.problems.isEmpty {
      result.lines = ["There are no plugins. Add one with 'minuta plugin add'."]
    }
    return result
  }

  /// Shows the saved manifest of a plugin.
  func show(_ name: String) throws -> PluginCommandResult {
    let manifest = try folder.manifest(of: name)
    var json = Self.json(of: manifest)
    json["tools"] = .array(
      manifest.tools.map { .object(ToolApprovalReport(tool: $0, plugin: name).json) }
    )
    let words = [manifest.command] + manifest.arguments
    var lines = [
      "\(name): \(words.joined(separator: " "))", "Manifest: \(folder.file(of: name))",
      "Working directory: \(folder.workingDirectory(of: name))", "Log: \(folder.log(of: name))",
      "Inherited variables: \(manifest.inheritedVariables.joined(separator: ", "))",
    ]
    if !manifest.environment.isEmpty {
      lines.append("Set variables: \(manifest.environment.keys.sorted().joined(separator: ", "))")
    }
    lines += manifest.tools.flatMap { ToolApprovalReport(tool: $0, plugin: name).lines }
    return PluginCommandResult(json: json, lines: lines, problems: hiddenToolWarnings(in: manifest))
  }

  /// Removes a plugin by deleting its manifest.
  func remove(_ name: String, isDryRun: Bool) throws -> PluginCommandResult {
    if isDryRun {
      _ = try folder.manifest(of: name)
    } else {
      try folder.remove(name)
    }
    let action = isDryRun ? "Would remove" : "Removed"
    let note = isDryRun ? " \(IntentResult.dryRunNote)" : ""
    return PluginCommandResult(
      json: ["plugin": .string(name), "removed": .bool(!isDryRun)],
      lines: [
        "\(action) the plugin \(name.quoted), keeping its folder '\(folder.workingDirectory(of: name))'.\(note)"
      ]
    )
  }

  /// Replaces this process by the plugin, started in the same way as for a call.
  func run(_ name: String) throws -> Never {
    let manifest = try folder.manifest(of: name)
    if let path = manifest.changedFiles().first {
      throw PluginError.changedFile(plugin: name, path: path)
    }
    let program = try launchContext.program(of: manifest)
    do throws(SystemError) {
      try replaceProcess(
        with: program.command,
        program.arguments,
        environment: program.environment,
        folder: program.folder
      )
    } catch {
      throw UsageError.unreadableFile(program.command, reason: error.reason)
    }
  }

  /// Returns a warning for each tool that can't be called because another intent has its id.
  func hiddenToolWarnings(in manifest: PluginManifest) -> [String] {
    manifest.hiddenTools.map { tool in
      "The tool \(tool.quoted) of \(manifest.name.quoted) can't be called, because another intent "
        + "has the id \(PluginName.id(of: tool, in: manifest.name).quoted)."
    }
  }

  static func json(of manifest: PluginManifest) -> JSONObject {
    [
      "plugin": .string(manifest.name), "command": .string(manifest.command),
      "args": .array(manifest.arguments.map { .string($0) }),
      "intents": .array(manifest.intents().map { .string($0.definition.id) }),
    ]
  }
}
