import JSONText
import Synchronization

/// One client's subscriptions, by resource.
final class SubscriptionRegistry: Sendable {
  private struct SubscriptionState {
    /// The newest ticket for each resource.
    var tickets: [String: Int] = [:]
    var lastTicket = 0
    var numbers: [String: Int] = [:]
  }

  private let monitor: ResourceMonitor
  private let state = Mutex(SubscriptionState())

  init(_ monitor: ResourceMonitor) {
    self.monitor = monitor
  }

  /// Numbers a request to subscribe or unsubscribe.
  ///
  /// The newest request for a resource wins, even if an older one finishes later.
  func makeTicket(for uri: String) -> Int {
    state.withLock { state in
      state.lastTicket += 1
      state.tickets[uri] = state.lastTicket
      return state.lastTicket
    }
  }

  /// Subscribes to a resource, replacing an earlier subscription.
  ///
  /// - Returns: The current value.
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

  /// Ends the subscription to a resource.
  func remove(_ uri: String, _ ticket: Int) async {
    let number = state.withLock { state in
      state.tickets[uri] == ticket ? state.numbers.removeValue(forKey: uri) : nil
    }
    if let number { await monitor.unsubscribe(number) }
  }
}
