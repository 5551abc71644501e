package import JSONText

/// What a client wants to be told the progress of a request by.
package struct ProgressToken: Sendable {
  /// By whose rules.
  package enum Style: Sendable {
    /// `$/progress` with `begin`, `report` and always an `end`, as in the Language Server Protocol.
    case editor
    /// `notifications/progress` with values that rise, as in the Model Context Protocol.
    case mcp
  }

  let style: Style
  let token: JSONValue
  let title: String

  package init(_ style: Style, token: JSONValue, title: String) {
    self.style = style
    self.token = token
    self.title = title
  }

  /// A part as it is told: to three places, so that what is told does rise.
  static func rounded(_ part: Double) -> Double { (part * 1000).rounded() / 1000 }

  /// What is sent when the work begins.
  var beginning: RPCNotification {
    switch style {
    case .editor: editor(["kind": "begin", "title": .string(title)])
    case .mcp: mcp(0, message: title)
    }
  }

  /// What is sent on the way.
  ///
  /// - Parameter part: what is done, from 0 to 1.
  func report(_ part: Double, message: String?) -> RPCNotification {
    switch style {
    case .editor:
      var value: JSONObject = ["kind": "report"]
      value["percentage"] = .number(JSONNumber(Int(part * 100)))
      value["message"] = message.map { .string($0) }
      return editor(value)
    case .mcp: return mcp(part, message: message)
    }
  }

  /// What is sent before the reply.
  func ending(isDone: Bool) -> RPCNotification? {
    switch style {
    case .editor: editor(["kind": "end"])
    case .mcp: isDone ? mcp(1, message: nil) : nil
    }
  }

  private func editor(_ value: JSONObject) -> RPCNotification {
    RPCNotification("$/progress", ["token": token, "value": .object(value)])
  }

  private func mcp(_ part: Double, message: String?) -> RPCNotification {
    var parameters: JSONObject = ["progressToken": token, "progress": part.json, "total": 1]
    parameters["message"] = message.map { .string($0) }
    return RPCNotification("notifications/progress", parameters)
  }
}

extension Double {
  fileprivate var json: JSONValue { JSONNumber(self).map { .number($0) } ?? 0 }
}
