import JSONText
import Synchronization

/// What one client wants to be told of, resource by resource.
final class Subscriptions: Sendable {
  private let live: LiveResources
  private let numbers = Mutex<[String: Int]>([:])

  init(_ live: LiveResources) {
    self.live = live
  }

  /// Begins to tell of a resource; one that is told of already is begun anew.
  ///
  /// - Returns: what the resource holds now.
  func add(
    _ uri: String,
    notify: @escaping LiveResources.Notification
  ) async throws(RPCError) -> JSONValue {
    let (number, value) = try await live.subscribe(uri, notify: notify)
    let former = numbers.withLock { numbers in
      defer { numbers[uri] = number }
      return numbers[uri]
    }
    if let former { await live.unsubscribe(former) }
    return value
  }

  /// Tells no more of a resource.
  func remove(_ uri: String) async {
    if let number = numbers.withLock({ $0.removeValue(forKey: uri) }) {
      await live.unsubscribe(number)
    }
  }
}
