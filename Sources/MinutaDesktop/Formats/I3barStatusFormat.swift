import JSONText
import SystemCalls

/// A status format: the protocol of i3bar, which swaybar uses too.
///
/// The texts are not markup, so they need no escaping besides that of JSON.
package struct I3barStatusFormat: StatusFormat {
  package let name = "i3bar"
  package let summary = "The whole protocol of i3bar and swaybar, with --watch"
  package let sendsClicks = true

  /// The header of the protocol, and the begin of an endless array with an empty first status.
  ///
  /// The signal 0 makes a hidden bar not stop this program, which might hold a lock at that moment.
  package let header = [#"{"version":1,"stop_signal":0,"click_events":true}"#, "[[]"]
  package let footer = ["]"]

  package func line(for content: StatusBarContent) -> String {
    "," + JSONValue.array([I3barBlock.json(content, name: "minuta")]).text(.compact)
  }
}

/// A block in the protocol of i3bar.
enum I3barBlock {
  /// Returns the block with the status.
  ///
  /// - Parameter name: The name with which i3bar reports clicks; nil for i3blocks, which sets it.
  static func json(_ content: StatusBarContent, name: String?) -> JSONValue {
    var block: JSONObject = [
      "full_text": .string(content.text.singleLine), "short_text": .string(content.shortText),
    ]
    block["color"] = content.color.map { .string($0) }
    if content.state == .error { block["urgent"] = true }
    block["name"] = name.map { .string($0) }
    // The configuration of i3blocks may say that all blocks are markup; for i3bar, none is.
    if name == nil { block["markup"] = "none" }
    return .object(block)
  }
}
