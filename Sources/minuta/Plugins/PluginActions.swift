import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Does what `minuta plugin` is asked for, but for what starts a plugin.
struct PluginActions {
  let folder: PluginDirectory
  let launchContext: PluginLaunchContext

  /// All plugins, those among them that cannot be used as worries.
  func list() throws -> PluginCommandResult {
    var answer = PluginCommandResult(json: [:], lines: [])
    var plugins: [JSONValue] = []
    for name in try folder.names() {
      do throws(PluginError) {
        let manifest = try folder.manifest(of: name)
        plugins.append(.object(Self.json(of: manifest)))
        let words = [manifest.command] + manifest.arguments
        answer.lines.append("\(name)  \(words.joined(separator: " "))")
        answer.lines += manifest.intents().map { "    \($0.definition.id)" }
      } catch {
        answer.problems.append(error.outcomeError.message)
      }
    }
    answer.json["plugins"] = .array(plugins)
    if answer.lines.isEmpty, answer.problems.isEmpty {
      answer.lines = ["There are no plugins; 'minuta plugin add' adds one."]
    }
    return answer
  }

  /// What is settled about a plugin.
  func show(_ name: String) throws -> PluginCommandResult {
    let manifest = try folder.manifest(of: name)
    var json = Self.json(of: manifest)
    json["tools"] = .array(
      manifest.tools.map { .object(ToolReport(tool: $0, plugin: name).json) }
    )
    let words = [manifest.command] + manifest.arguments
    var lines = [
      "\(name): \(words.joined(separator: " "))", "Manifest: \(folder.file(of: name))",
      "Works in: \(folder.workingDirectory(of: name))", "Log: \(folder.log(of: name))",
      "Sees of the environment: \(manifest.inheritedVariables.joined(separator: ", "))",
    ]
    if !manifest.environment.isEmpty {
      lines.append("Is given: \(manifest.environment.keys.sorted().joined(separator: ", "))")
    }
    lines += manifest.tools.flatMap { ToolReport(tool: $0, plugin: name).lines }
    return PluginCommandResult(json: json, lines: lines, problems: hiddenToolWarnings(in: manifest))
  }

  /// Forgets a plugin.
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
        "\(action) the plugin \(name.quoted); its folder '\(folder.workingDirectory(of: name))' stays.\(note)"
      ]
    )
  }

  /// Puts a plugin in the place of this program, as it would be started for a call.
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

  /// The tools that cannot be called, as another has the id.
  func hiddenToolWarnings(in manifest: PluginManifest) -> [String] {
    manifest.hiddenTools.map { tool in
      "The tool \(tool.quoted) of \(manifest.name.quoted) is left out, since "
        + "\(PluginName.id(of: tool, in: manifest.name).quoted) is another's id."
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
