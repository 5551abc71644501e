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
    case "notifications/resources/updated":
      let uri = notification.parameters.named["uri"]?.string
      Task { await plugin.hasChanged(uri) }
    case "notifications/subscriptions/acknowledged": Task { await plugin.hasChanged(nil) }
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
    Task {
      await plugin.noteEnd()
      await plugin.endWatches()
    }
  }
}
