import JSONText
import SystemCalls

/// A status format: the JSON object for a custom module of the status bar Waybar.
///
/// The module's `return-type` must be `json`. Waybar parses the texts as Pango markup. They are
/// already escaped here, so Waybar's option `escape` must not be set.
package struct WaybarStatusFormat: StatusFormat {
  package let name = "waybar"
  package let summary = "A custom module of Waybar"

  package func line(for content: StatusBarContent) -> String {
    let classes = content.classes
    let tooltip = content.tooltip.map(PangoMarkup.escaped).text(separator: "\n")
    var object: JSONObject = [
      "text": .string(PangoMarkup.escaped(content.text)),
      "alt": .string(content.state.rawValue),
      "tooltip": .string(tooltip),
      "class": classes.count == 1
        ? .string(classes[0]) : .array(classes.map { .string($0) }),
    ]
    object["percentage"] = content.percentage.map { .number(JSONNumber($0)) }
    return JSONValue.object(object).text(.compact)
  }
}
