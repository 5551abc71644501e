import IntentKit
import JSONText

/// The tool that a plugin made with `RPCServer` has, as Minuta itself: it tells what a call would do.
struct PluginPlanTool {
  private let tool: PluginTool

  /// Finds the tool, where the plugin is believed that it changes nothing.
  init?(for tool: String, in manifest: PluginManifest) {
    guard manifest.trustsAnnotations,
      let planner = manifest.tools.first(where: { $0.name == ToolList.plan }),
      planner.json["annotations"]?["readOnlyHint"] == true,
      let known = planner.json["inputSchema"]?["properties"]?["intent"]?["enum"]?.array,
      known.contains(.string(tool))
    else { return nil }
    self.tool = planner
  }

  /// The call that asks what another would do.
  func planCall(_ tool: String, _ call: ValidatedCall, in plugin: String) -> ValidatedCall {
    ValidatedCall(
      definition: self.tool.definition(in: plugin, trustsAnnotations: true),
      values: ["intent": .string(tool), "with": .object(call.values)]
    )
  }

  /// What was answered, as the engine has plans.
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
