/// Identifies the provider's state and the clock's second from which a result was made.
///
/// A cached result is current as long as the provider returns an equal validator.
public struct CacheValidator: Sendable, Hashable {
  private let state: Int
  private let second: Int

  /// Creates a validator.
  ///
  /// - Parameters:
  ///   - state: A number that is unique to this state of the provider.
  ///   - second: The time in whole seconds.
  public init(state: Int, second: Int) {
    self.state = state
    self.second = second
  }
}
