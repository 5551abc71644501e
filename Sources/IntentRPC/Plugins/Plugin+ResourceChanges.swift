import JSONText

/// Those who want to know when a resource of a plugin changes.
struct ResourceWatch {
  var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
  /// What keeps the server telling.
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
  /// Tells when a resource may have changed, until nobody listens, or the plugin can tell no more;
  /// nil where it cannot tell at all.
  func changes(of uri: String) async -> AsyncStream<Void>? {
    guard let client = try? await running().client,
      client.capabilities["resources"]?["subscribe"] == true
    else { return nil }
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var watch = watches[uri] ?? ResourceWatch()
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

  /// Has the server tell of a resource as long as the task is not cancelled.
  private func listen(to uri: String, _ client: MCPSession) async {
    let parameters: JSONObject = ["uri": .string(uri)]
    switch client.negotiation {
    case .handshake:
      guard (try? await client.sendRequest("resources/subscribe", parameters)) != nil else {
        if !Task.isCancelled { endWatches(uri) }
        return
      }
      // What changed since it was read last is not told any more.
      notifyChange(of: uri)
    case .perRequest:
      // It is answered when it ends; that it has begun is told like a change.
      let subscription: JSONObject = ["notifications": ["resourceSubscriptions": [.string(uri)]]]
      _ = try? await client.sendRequest("subscriptions/listen", subscription, limit: .some(nil))
      if !Task.isCancelled { endWatches(uri) }
    }
  }

  /// Tells those who listen that a resource may have changed; of all where none is named.
  func notifyChange(of uri: String?) {
    for (watched, watch) in watches where uri == nil || uri == watched { watch.notify() }
  }

  /// Nothing is told of a resource any more; of none where none is named.
  func endWatches(_ uri: String? = nil) {
    for (watched, watch) in watches where uri == nil || uri == watched {
      watches[watched] = nil
      watch.end()
    }
  }

  private func endWatch(_ uri: String, _ number: Int) async {
    // Whoever listens to a watch that came after has another number.
    watches[uri]?.listeners[number] = nil
    guard let watch = watches[uri], watch.listeners.isEmpty else { return }
    watches[uri] = nil
    watch.end()
    guard let client = runningClient, case .handshake = client.negotiation else { return }
    _ = try? await client.sendRequest("resources/unsubscribe", ["uri": .string(uri)])
  }
}
