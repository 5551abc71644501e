import IntentKit
import IntentRPC
import JSONText

extension PluginManifest {
  /// The plugin's name, command and intents, as `minuta plugin` prints them as JSON.
  var summary: JSONObject {
    [
      "plugin": .string(name), "command": .string(command),
      "args": .array(arguments.map { .string($0) }),
      "intents": .array(intents().map { .string($0.definition.id) }),
    ]
  }

  /// The ids of the plugin's intents, one a line, with remarks on their flags below.
  var intentLines: [String] {
    intents().map(\.definition).flatMap { definition in
      ["    \(definition.id)"]
        + IntentFlags(definition: definition).clashNotes.map { "      \($0)" }
    }
  }

  /// A warning for each tool that can't be called because another intent has its id.
  var hiddenToolWarnings: [Notice] {
    hiddenTools.map { tool in
      "The tool \(tool.quoted) of \(name.quoted) can't be called, because another intent "
        + "has the id \(PluginName.id(of: tool, in: name).quoted)."
    }
  }
}

extension PluginDirectory {
  /// Reads the manifest of a plugin whose files haven't changed since it was approved.
  ///
  /// - Throws: `Failure.changedFile` if a file has changed.
  func approvedManifest(of name: String) throws(Failure) -> PluginManifest {
    let manifest = try manifest(of: name)
    if let path = manifest.changedFiles().first { throw .changedFile(plugin: name, path: path) }
    return manifest
  }
}
