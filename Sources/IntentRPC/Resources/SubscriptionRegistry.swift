import JSONText
import Synchronization

/// The subscriptions of one client, by the URI of the resource.
final class SubscriptionRegistry: Sendable {
  private struct SubscriptionState {
    /// The number of the newest request about each resource, by URI.
    var tickets: [String: Int] = [:]
    var lastTicket = 0
    var numbers: [String: Int] = [:]
  }

  private let monitor: ResourceMonitor
  private let state = Mutex(SubscriptionState())

  init(_ monitor: ResourceMonitor) {
    self.monitor = monitor
  }

  /// Returns a number for a request to subscribe to a resource or to unsubscribe.
  ///
  /// Of several requests about the same resource the one with the highest number wins, even if an
  /// older one finishes later.
  func makeTicket(for uri: String) -> Int {
    state.withLock { state in
      state.lastTicket += 1
      state.tickets[uri] = state.lastTicket
      return state.lastTicket
    }
  }

  /// Subscribes to a resource, replacing an earlier subscription to it.
  ///
  /// - Returns: The current value of the resource.
  func add(
    _ uri: String,
    _ ticket: Int,
    notify: @escaping ResourceMonitor.ChangeHandler,
    fail: @escaping ResourceMonitor.FailureHandler,
    end: @escaping ResourceMonitor.EndHandler
  ) async throws(RPCError) -> ResourceSnapshot {
    let (number, now) = try await monitor.subscribe(
      uri,
      notify: notify,
      fail: fail,
      end: end
    )
    let isCancelled = Task.isCancelled
    let former = state.withLock { state -> Int? in
      if isCancelled || state.tickets[uri] != ticket { return number }
      defer { state.numbers[uri] = number }
      return state.numbers[uri]
    }
    if let former { await monitor.unsubscribe(former) }
    if isCancelled { throw .cancelled }
    return now
  }

  /// Ends the client's subscription to a resource.
  func remove(_ uri: String, _ ticket: Int) async {
    let number = state.withLock { state in
      state.tickets[uri] == ticket ? state.numbers.removeValue(forKey: uri) : nil
    }
    if let number { await monitor.unsubscribe(number) }
  }
}
