import JSONText
import Synchronization
import SystemCalls

extension Plugin {
  /// Our subscription to one resource of a plugin, and its listeners.
  struct ResourceSubscription {
    let changes = ChangeBroadcaster()
    /// The task that keeps our subscription at the server open.
    let task: Task<Void, Never>

    func end() {
      task.cancel()
      changes.finish()
    }
  }

  /// Returns a stream of possible changes to a resource; nil if the plugin doesn't support
  /// subscriptions.
  ///
  /// The stream ends when the plugin can't report changes any more.
  func changes(of uri: String) async -> AsyncStream<Void>? {
    guard let client = try? await running().client,
      client.capabilities["resources"]?["subscribe"] == true
    else { return nil }
    let known = watches.withLock { $0[uri] }
    let watch =
      known ?? ResourceSubscription(task: Task { await self.listen(to: uri, client) })
    watches.withLock { $0[uri] = watch }
    let stream = watch.changes.stream { [weak self, changes = watch.changes] in
      Task { await self?.endWatch(uri, changes) }
    }
    // The resource may have changed since the subscription began.
    if known != nil { watch.changes.notify() }
    return stream
  }

  /// Subscribes to a resource's changes at the server, until the task is cancelled.
  private func listen(to uri: String, _ client: MCPClientSession) async {
    let parameters: JSONObject = ["uri": .string(uri)]
    switch client.negotiation {
    case .handshake:
      guard (try? await client.sendRequest("resources/subscribe", parameters)) != nil else {
        if !Task.isCancelled { endWatches(uri) }
        return
      }
      // The resource may have changed before the subscription began, so report a possible change.
      notifyChange(of: uri)
    case .perRequest:
      // The server responds to this request only when the subscription ends. Its earlier
      // confirmation is treated as a change, in case the resource has changed before the
      // subscription began.
      let subscription: JSONObject = ["notifications": ["resourceSubscriptions": [.string(uri)]]]
      _ = try? await client.sendRequest("subscriptions/listen", subscription, idleLimit: .some(nil))
      if !Task.isCancelled { endWatches(uri) }
    }
  }

  /// Notifies the listeners that a resource may have changed.
  ///
  /// If `uri` is nil, any resource may have changed, so all listeners are notified.
  nonisolated func notifyChange(of uri: String?) {
    let watches = watches.withLock(\.self)
    for (watched, watch) in watches where uri == nil || uri == watched { watch.changes.notify() }
  }

  /// Ends the streams of changes to a resource; to all resources if `uri` is nil.
  func endWatches(_ uri: String? = nil) {
    for (watched, watch) in watches.withLock(\.self) where uri == nil || uri == watched {
      watches.withLock { $0[watched] = nil }
      watch.end()
    }
  }

  /// Ends the subscription to a resource if no listener is left.
  private func endWatch(_ uri: String, _ changes: ChangeBroadcaster) async {
    // If the broadcaster differs, a newer subscription to the same resource is in use, so keep it.
    let watch = watches.withLock { $0[uri] }
    guard watch?.changes === changes, !changes.hasListeners else { return }
    endWatches(uri)
    guard let client = runningClient, case .handshake = client.negotiation else { return }
    _ = try? await client.sendRequest("resources/unsubscribe", ["uri": .string(uri)])
  }
}
