import IntentKit
import JSONText

/// A plugin's `Plan` tool, which plugins made with `RPCServer` have.
///
/// It performs a dry run of another tool.
struct PluginPlanTool {
  private let tool: PluginTool

  /// Finds the `Plan` tool; nil unless the plugin's annotations are trusted and say that it is
  /// read-only.
  init?(for tool: String, in manifest: PluginManifest) {
    guard manifest.trustsAnnotations,
      let planner = manifest.tools.first(where: { $0.name == ToolList.plan }),
      planner.json["annotations"]?["readOnlyHint"] == true,
      let known = planner.json["inputSchema"]?["properties"]?["intent"]?["enum"]?.array,
      known.contains(.string(tool))
    else { return nil }
    self.tool = planner
  }

  /// Returns the call of `Plan` for another call.
  func planCall(_ tool: String, _ call: ValidatedCall, in plugin: String) -> ValidatedCall {
    ValidatedCall(
      definition: self.tool.definition(in: plugin, trustsAnnotations: true),
      values: ["intent": .string(tool), "with": .object(call.values)]
    )
  }

  /// Converts the result of `Plan` to a planned result.
  func plannedAnswer(_ answer: IntentResult) -> IntentResult {
    let plan = answer.value["plan"]
    return IntentResult(
      answer.value["value"]?.object ?? [:],
      dialog: answer.dialogWithoutDryRunNote,
      plan: DryRunPlan(
        values: plan?["with"]?.object ?? [:],
        changes: plan?["changes"]?.array ?? [],
        needsConfirmation: plan?["needsConfirmation"]?.bool ?? false
      )
    )
  }
}
