/// A value that identifies the data and the time, in whole seconds, from which a result was made.
///
/// A cached result is current as long as the provider returns an equal validator.
public struct CacheValidator: Sendable, Hashable {
  private let state: Int
  private let second: Int

  /// Creates a cache validator.
  ///
  /// - Parameters:
  ///     - state: A number that changes whenever the provider's data changes.
  ///     - second: The time in whole seconds.
  public init(state: Int, second: Int) {
    self.state = state
    self.second = second
  }
}
