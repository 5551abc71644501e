import IntentRPC
import JSONText

/// What is other about a plugin than when it was allowed.
struct PluginDiff {
  /// The pinned files that are not as they were.
  let files: [String]
  /// The allowed tools that are not as they were.
  let tools: [ToolDiff]
  /// The tools that nobody has allowed.
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

  /// Whether what was allowed is as it was.
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
