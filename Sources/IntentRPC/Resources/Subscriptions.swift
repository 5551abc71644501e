import JSONText
import Synchronization

/// What one client wants to be told of, resource by resource.
final class Subscriptions: Sendable {
  private struct State {
    /// The last wish for each resource.
    var wishes: [String: Int] = [:]
    var lastWish = 0
    var numbers: [String: Int] = [:]
  }

  private let live: LiveResources
  private let state = Mutex(State())

  init(_ live: LiveResources) {
    self.live = live
  }

  /// Notes a wish to be told of a resource, or no more, in the order in which they come; the last one
  /// counts, whichever is done first.
  func wish(_ uri: String) -> Int {
    state.withLock { state in
      state.lastWish += 1
      state.wishes[uri] = state.lastWish
      return state.lastWish
    }
  }

  /// Begins to tell of a resource; one that is told of already is begun anew.
  ///
  /// - Returns: what the resource holds now.
  func add(
    _ uri: String,
    _ wish: Int,
    notify: @escaping LiveResources.Notification,
    fail: @escaping LiveResources.Failure,
    end: @escaping LiveResources.Ending
  ) async throws(RPCError) -> ResourceReading {
    let (number, now) = try await live.subscribe(
      uri,
      notify: notify,
      fail: fail,
      end: end
    )
    let isCancelled = Task.isCancelled
    let former = state.withLock { state -> Int? in
      if isCancelled || state.wishes[uri] != wish { return number }
      defer { state.numbers[uri] = number }
      return state.numbers[uri]
    }
    if let former { await live.unsubscribe(former) }
    if isCancelled { throw .cancelled }
    return now
  }

  /// Tells no more of a resource.
  func remove(_ uri: String, _ wish: Int) async {
    let number = state.withLock { state in
      state.wishes[uri] == wish ? state.numbers.removeValue(forKey: uri) : nil
    }
    if let number { await live.unsubscribe(number) }
  }
}
