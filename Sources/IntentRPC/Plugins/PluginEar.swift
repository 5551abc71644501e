import JSONText

/// Takes what a plugin says of its own accord.
struct PluginEar: ServerLink.Listener {
  private weak let plugin: Plugin?

  init(_ plugin: Plugin) {
    self.plugin = plugin
  }

  func hears(_ notification: RPCRequest) {
    guard let plugin else { return }
    switch notification.method {
    case "notifications/tools/list_changed": Task { await plugin.forgetTools() }
    case "notifications/resources/updated", "notifications/resources/list_changed":
      plugin.changes.tell()
    default: break
    }
  }

  func answers(_ request: RPCRequest) async -> Result<JSONValue, RPCError> {
    switch request.method {
    case "ping": .success([:])
    case "elicitation/create":
      await plugin?.elicit(request.parameters.named) ?? .failure(.unknownMethod(request.method))
    default: .failure(.unknownMethod(request.method))
    }
  }

  func ends() {
    guard let plugin else { return }
    Task { await plugin.noteEnd() }
  }
}
