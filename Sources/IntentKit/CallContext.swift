public import Foundation

/// What holds for one call from its beginning to its end.
public struct CallContext: Sendable {
  /// The one reading of the clock.
  public let now: Date
  /// The way the call came in.
  public let door: Door

  /// Makes the context of a call.
  public init(now: Date, door: Door) {
    self.now = now
    self.door = door
  }
}
