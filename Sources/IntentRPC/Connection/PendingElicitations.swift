import Synchronization

/// The calls that wait for the answers to a prompt for input (an elicitation), by token.
///
/// The caller receives only a random token. The call itself stays here, so a caller can't alter it
/// or use its token for another call.
final class PendingElicitations<Call: Sendable>: Sendable {
  private struct Entry {
    let token: String
    let call: Call
    /// The task that removes the entry if its prompt isn't answered in time.
    let timer: Task<Void, Never>
  }

  private let limit: Int
  private let timeout: Duration
  private let onExpiry: @Sendable (Call) -> Void
  private let waiting = Mutex<[Entry]>([])

  /// - Parameters:
  ///   - limit: the maximum number of waiting calls; one more replaces the oldest.
  ///   - timeout: the time after which a prompt without an answer expires.
  ///   - onExpiry: called with each call whose prompt wasn't answered in time.
  init(
    limit: Int = .max,
    timeout: Duration = .seconds(600),
    onExpiry: @escaping @Sendable (Call) -> Void = { _ in }
  ) {
    self.limit = limit
    self.timeout = timeout
    self.onExpiry = onExpiry
  }

  deinit {
    removeAll()
  }

  /// Stores a call until its prompt is answered or expires.
  ///
  /// - Returns: The token that the caller must send together with the answers.
  func add(_ call: Call) -> String {
    let token = Self.makeToken()
    waiting.withLock { waiting in
      let timer = Task { [weak self, timeout] in
        try? await Task.sleep(for: timeout)
        if let self, let expired = take(token) { onExpiry(expired) }
      }
      waiting.append(Entry(token: token, call: call, timer: timer))
      if waiting.count > limit { waiting.removeFirst().timer.cancel() }
    }
    return token
  }

  /// Returns a random token of 128 bits, so that it can't be guessed.
  private static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
  }

  /// Removes the call with a token and returns it; nil if there is none or `isRightCall` is false.
  func take(_ token: String, where isRightCall: (Call) -> Bool = { _ in true }) -> Call? {
    waiting.withLock { waiting in
      guard let index = waiting.firstIndex(where: { $0.token == token }),
        isRightCall(waiting[index].call)
      else { return nil }
      let entry = waiting.remove(at: index)
      entry.timer.cancel()
      return entry.call
    }
  }

  func removeAll() {
    waiting.withLock { waiting in
      for entry in waiting { entry.timer.cancel() }
      waiting = []
    }
  }
}
