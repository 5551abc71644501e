import JSONText

/// The listeners for changes to one resource of a plugin.
struct ResourceListeners {
  var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  /// The task that keeps our subscription at the server open.
  var task: Task<Void, Never>?

  func notify() {
    for listener in listeners.values { listener.yield() }
  }

  func end() {
    task?.cancel()
    for listener in listeners.values { listener.finish() }
  }
}

extension Plugin {
  /// Returns a stream of possible changes to a resource; nil if the plugin doesn't support
  /// subscriptions.
  ///
  /// The stream ends when the plugin can't report changes any more.
  func changes(of uri: String) async -> AsyncStream<Void>? {
    guard let client = try? await running().client,
      client.capabilities["resources"]?["subscribe"] == true
    else { return nil }
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var watch = watches[uri] ?? ResourceListeners()
    lastListenerID += 1
    let number = lastListenerID
    watch.listeners[number] = listener
    if watch.task == nil {
      watch.task = Task { await self.listen(to: uri, client) }
    } else {
      listener.yield()
    }
    watches[uri] = watch
    listener.onTermination = { [weak self] _ in Task { await self?.endWatch(uri, number) } }
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
  func notifyChange(of uri: String?) {
    for (watched, watch) in watches where uri == nil || uri == watched { watch.notify() }
  }

  /// Ends the streams of changes to a resource; to all resources if `uri` is nil.
  func endWatches(_ uri: String? = nil) {
    for (watched, watch) in watches where uri == nil || uri == watched {
      watches[watched] = nil
      watch.end()
    }
  }

  private func endWatch(_ uri: String, _ number: Int) async {
    // If the watch was replaced by a newer one for the same URI, this removes nothing: the newer
    // one's listeners have other numbers.
    watches[uri]?.listeners[number] = nil
    guard let watch = watches[uri], watch.listeners.isEmpty else { return }
    watches[uri] = nil
    watch.end()
    guard let client = runningClient, case .handshake = client.negotiation else { return }
    _ = try? await client.sendRequest("resources/unsubscribe", ["uri": .string(uri)])
  }
}
