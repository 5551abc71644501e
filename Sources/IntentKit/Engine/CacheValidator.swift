/// What an answer was made from: a state of what its provider keeps, and a second of the clock.
///
/// The same call is answered the same for as long as its provider gives the same stamp.
public struct CacheValidator: Sendable, Hashable {
  private let state: Int
  private let second: Int

  /// Makes a stamp.
  ///
  /// - Parameters:
  ///   - state: a number that the provider gives no other state.
  ///   - second: whole seconds of the clock.
  public init(state: Int, second: Int) {
    self.state = state
    self.second = second
  }
}
