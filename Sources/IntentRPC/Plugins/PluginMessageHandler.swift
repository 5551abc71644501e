import JSONText
import Synchronization

/// Handles the notifications and requests that a plugin's server sends.
///
/// Many notifications in quick succession are handled as one.
final class PluginMessageHandler: RPCHandler {
  /// The maximum number of changed resources whose URIs are remembered.
  ///
  /// If there are more, all resources are treated as changed.
  private static let limit = 100

  private struct CoalescedChanges {
    /// The URIs of the changed resources; nil if any resource may have changed.
    var resources: Set<String>? = []
    var isDeliveryScheduled = false
  }

  private weak let plugin: Plugin?
  private let pendingChanges = Mutex(CoalescedChanges())

  init(_ plugin: Plugin) {
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
      let uri = notification.parameters.named["uri"]?.string
      record { pendingChanges in
        if let uri, (pendingChanges.resources?.count ?? 0) < Self.limit {
          pendingChanges.resources?.insert(uri)
        } else {
          pendingChanges.resources = nil
        }
      }
    case "notifications/subscriptions/acknowledged": record { $0.resources = nil }
    default: break
    }
  }

  private func record(_ change: (inout CoalescedChanges) -> Void) {
    let isFirst = pendingChanges.withLock { pendingChanges in
      change(&pendingChanges)
      defer { pendingChanges.isDeliveryScheduled = true }
      return !pendingChanges.isDeliveryScheduled
    }
    if isFirst { Task { await self.deliver() } }
  }

  private func deliver() async {
    let pendingChanges = pendingChanges.withLock { pendingChanges in
      defer { pendingChanges = CoalescedChanges() }
      return pendingChanges
    }
    guard let resources = pendingChanges.resources else {
      await plugin?.notifyChange(of: nil)
      return
    }
    for uri in resources { await plugin?.notifyChange(of: uri) }
  }

  func connectionEnded(_ connection: RPCConnection) {
    guard let plugin else { return }
    Task { await plugin.handleExit(of: connection) }
  }
}
