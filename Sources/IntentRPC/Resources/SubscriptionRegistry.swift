import JSONText
import Synchronization

/// What one client wants to be told of, resource by resource.
final class SubscriptionRegistry: Sendable {
  private struct SubscriptionState {
    /// The last ticket for each resource.
    var tickets: [String: Int] = [:]
    var lastTicket = 0
    var numbers: [String: Int] = [:]
  }

  private let live: ResourceMonitor
  private let state = Mutex(SubscriptionState())

  init(_ live: ResourceMonitor) {
    self.live = live
  }

  /// Notes a wish to be told of a resource, or no more, in the order in which they come; the last one
  /// counts, whichever is done first.
  func makeTicket(for uri: String) -> Int {
    state.withLock { state in
      state.lastTicket += 1
      state.tickets[uri] = state.lastTicket
      return state.lastTicket
    }
  }

  /// Begins to tell of a resource; one that is told of already is begun anew.
  ///
  /// - Returns: what the resource holds now.
  func add(
    _ uri: String,
    _ ticket: Int,
    notify: @escaping ResourceMonitor.ChangeHandler,
    fail: @escaping ResourceMonitor.FailureHandler,
    end: @escaping ResourceMonitor.EndHandler
  ) async throws(RPCError) -> ResourceSnapshot {
    let (number, now) = try await live.subscribe(
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
    if let former { await live.unsubscribe(former) }
    if isCancelled { throw .cancelled }
    return now
  }

  /// Tells no more of a resource.
  func remove(_ uri: String, _ ticket: Int) async {
    let number = state.withLock { state in
      state.tickets[uri] == ticket ? state.numbers.removeValue(forKey: uri) : nil
    }
    if let number { await live.unsubscribe(number) }
  }
}
