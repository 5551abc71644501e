import JSONText
import Synchronization

/// Takes what a plugin says of its own accord; what it says again before it was heard is heard once.
final class PluginEar: ServerLink.Listener {
  /// Resources of which single changes are told on; of more, all may have changed.
  private static let limit = 100

  private struct Heard {
    /// Nil stands for all.
    var resources: Set<String>? = []
    var isToldSoon = false
  }

  private weak let plugin: Plugin?
  private let heard = Mutex(Heard())

  init(_ plugin: Plugin) {
    self.plugin = plugin
  }

  func hears(_ notification: RPCRequest) {
    switch notification.method {
    case "notifications/tools/list_changed": plugin?.distrustTools()
    case "notifications/resources/updated":
      let uri = notification.parameters.named["uri"]?.string
      note { heard in
        if let uri, (heard.resources?.count ?? 0) < Self.limit {
          heard.resources?.insert(uri)
        } else {
          heard.resources = nil
        }
      }
    case "notifications/subscriptions/acknowledged": note { $0.resources = nil }
    default: break
    }
  }

  private func note(_ change: (inout Heard) -> Void) {
    let isFirst = heard.withLock { heard in
      change(&heard)
      defer { heard.isToldSoon = true }
      return !heard.isToldSoon
    }
    if isFirst { Task { await self.tell() } }
  }

  private func tell() async {
    let heard = heard.withLock { heard in
      defer { heard = Heard() }
      return heard
    }
    guard let resources = heard.resources else {
      await plugin?.hasChanged(nil)
      return
    }
    for uri in resources { await plugin?.hasChanged(uri) }
  }

  func takes(_ request: RPCRequest, answer: @escaping ServerLink.Answer) {
    switch request.method {
    case "ping": answer(.success([:]))
    case "elicitation/create":
      guard let plugin, plugin.surroundings.canElicit else { fallthrough }
      plugin.elicit(request.parameters.named) { answer(.success($0)) }
    default: answer(.failure(.unknownMethod(request.method)))
    }
  }

  func ends(_ link: ServerLink) {
    guard let plugin else { return }
    Task { await plugin.noteEnd(of: link) }
  }
}
