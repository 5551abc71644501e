import IntentRPC
import JSONText

/// The differences between a plugin and its approved manifest.
struct PluginDiff {
  /// The paths of the plugin's files that have changed since it was approved.
  let files: [String]
  /// The approved tools that have changed.
  let tools: [ToolDiff]
  /// The names of the plugin's tools that aren't approved.
  let notAllowed: [String]

  init(_ manifest: PluginManifest, _ found: PluginInspection) {
    files = manifest.changedFiles()
    let known = Dictionary(found.tools.map { ($0.name, $0) }) { first, _ in first }
    tools = manifest.tools.compactMap { old in
      let new = known[old.name]
      return new?.digest == manifest.pins.tools[old.name] ? nil : ToolDiff(old: old, new: new)
    }
    let allowed = Set(manifest.tools.map(\.name))
    notAllowed = found.tools.map(\.name).filter { !allowed.contains($0) }
  }

  /// Whether nothing that was approved has changed.
  var isEmpty: Bool { files.isEmpty && tools.isEmpty }

  var lines: [String] {
    files.map { "The file '\($0)' has changed." } + tools.flatMap(\.lines)
      + (notAllowed.isEmpty ? [] : ["Not allowed: \(notAllowed.joined(separator: ", "))."])
  }

  var json: JSONObject {
    [
      "changed": .array(tools.map { .string($0.old.name) }),
      "files": .array(files.map { .string($0) }),
      "notAllowed": .array(notAllowed.map { .string($0) }),
    ]
  }
}
