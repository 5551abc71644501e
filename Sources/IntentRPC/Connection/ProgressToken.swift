package import JSONText

/// A token that a client sends with a request to receive progress notifications about it.
package struct ProgressToken: Sendable {
  /// The protocol that defines the form of the progress notifications.
  package enum ProgressProtocol: Sendable {
    /// The Language Server Protocol: `$/progress` with the kinds `begin`, `report` and always
    /// `end`.
    case editor
    /// The Model Context Protocol: `notifications/progress` with values that must increase.
    case mcp
  }

  let style: ProgressProtocol
  let token: JSONValue
  let title: String

  package init(_ style: ProgressProtocol, token: JSONValue, title: String) {
    self.style = style
    self.token = token
    self.title = title
  }

  /// Rounds a fraction to three decimals, the precision of progress notifications.
  ///
  /// A value that doesn't change after rounding isn't reported again.
  static func rounded(_ fraction: Double) -> Double { (fraction * 1000).rounded() / 1000 }

  /// The notification to send when the work on the request begins.
  var beginning: RPCNotification {
    switch style {
    case .editor: editor(["kind": "begin", "title": .string(title)])
    case .mcp: mcp(0, message: title)
    }
  }

  /// Returns a notification about the progress so far.
  ///
  /// - Parameter fraction: the completed fraction, from 0 to 1.
  func report(_ fraction: Double, message: String?) -> RPCNotification {
    switch style {
    case .editor:
      var value: JSONObject = ["kind": "report"]
      value["percentage"] = .number(JSONNumber(Int(fraction * 100)))
      value["message"] = message.map { .string($0) }
      return editor(value)
    case .mcp: return mcp(fraction, message: message)
    }
  }

  /// Returns the final notification, sent before the response; nil if the protocol requires none.
  ///
  /// - Parameter isDone: whether the request succeeded.
  func ending(isDone: Bool) -> RPCNotification? {
    switch style {
    case .editor: editor(["kind": "end"])
    case .mcp: isDone ? mcp(1, message: nil) : nil
    }
  }

  private func editor(_ value: JSONObject) -> RPCNotification {
    RPCNotification("$/progress", ["token": token, "value": .object(value)])
  }

  private func mcp(_ fraction: Double, message: String?) -> RPCNotification {
    var parameters: JSONObject = ["progressToken": token, "progress": fraction.json, "total": 1]
    parameters["message"] = message.map { .string($0) }
    return RPCNotification("notifications/progress", parameters)
  }
}

extension Double {
  fileprivate var json: JSONValue { JSONNumber(self).map { .number($0) } ?? 0 }
}
