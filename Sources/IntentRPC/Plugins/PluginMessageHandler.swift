import JSONText

/// Handles the notifications and requests that a plugin's server sends.
struct PluginMessageHandler: RPCHandler {
  /// The plugin; nil if its process was only started to inspect it, so changes are ignored and
  /// input requests are refused.
  private weak let plugin: Plugin?

  init(_ plugin: Plugin?) {
    self.plugin = plugin
  }

  func handle(_ request: RPCRequest, on connection: RPCConnection) throws(RPCError)
    -> RPCHandlerResult
  {
    if request.id == nil {
      handle(notification: request)
      return .answer(.null)
    }
    switch request.method {
    case "ping": return .answer([:])
    case "elicitation/create":
      guard let plugin, plugin.launchContext.canElicit else { fallthrough }
      return plugin.elicit(request.parameters.named)
    default: throw .unknownMethod(request.method)
    }
  }

  private func handle(notification: RPCRequest) {
    switch notification.method {
    case "notifications/tools/list_changed": plugin?.invalidateTools()
    case "notifications/resources/updated":
      plugin?.notifyChange(of: notification.parameters.named["uri"]?.string)
    case "notifications/subscriptions/acknowledged": plugin?.notifyChange(of: nil)
    default: break
    }
  }

  func connectionEnded(_ connection: RPCConnection) {
    guard let plugin else { return }
    Task { await plugin.handleExit(of: connection) }
  }
}
