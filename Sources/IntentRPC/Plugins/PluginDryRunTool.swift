import IntentKit
import JSONText

/// A plugin's tool named `Plan`, which performs a dry run of another tool of the plugin.
///
/// Plugins that are built with our `RPCServer` have it.
struct PluginDryRunTool {
  private let tool: PluginTool

  /// Finds the plugin's `Plan` tool; nil if the plugin has none that supports `tool`.
  ///
  /// `Plan` is used only if the plugin's annotations are trusted and declare `Plan` read-only.
  init?(for tool: String, in manifest: PluginManifest) {
    guard manifest.trustsAnnotations,
      let planner = manifest.tools.first(where: { $0.name == ToolList.plan }),
      planner.json["annotations"]?["readOnlyHint"] == true,
      let known = planner.json["inputSchema"]?["properties"]?["intent"]?["enum"]?.array,
      known.contains(.string(tool))
    else { return nil }
    self.tool = planner
  }

  /// Returns the call of `Plan` that performs a dry run of another call.
  func planCall(_ tool: String, _ call: ValidatedCall, in plugin: String) -> ValidatedCall {
    ValidatedCall(
      definition: self.tool.definition(in: plugin, trustsAnnotations: true),
      values: ["intent": .string(tool), "with": .object(call.values)]
    )
  }

  /// Converts the result of the `Plan` tool to the result of a dry run.
  func plannedAnswer(_ answer: IntentResult) -> IntentResult {
    let plan = answer.value["plan"]
    return IntentResult(
      answer.value["value"]?.object ?? [:],
      dialog: answer.value["dialog"]?.string ?? answer.dialog,
      plan: DryRunPlan(
        values: plan?["with"]?.object ?? [:],
        changes: plan?["changes"]?.array ?? [],
        needsConfirmation: plan?["needsConfirmation"]?.bool ?? false
      )
    )
  }
}
