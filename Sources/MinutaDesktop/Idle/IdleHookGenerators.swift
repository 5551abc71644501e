package import IntentKit

/// All idle hosts that Minuta supports, in alphabetical order.
package enum IdleHookGenerators {
  package static let all: [any IdleHookGenerator] = [
    GNOMEIdleHookGenerator(),
    HypridleIdleHookGenerator(),
    SwayidleIdleHookGenerator(),
    XprintidleIdleHookGenerator(),
    XssLockIdleHookGenerator(),
  ]

  /// Returns the host with this name.
  ///
  /// - Throws: `Failure.unknownIdleHost` if it isn't supported.
  package static func named(_ name: String) throws(Failure) -> any IdleHookGenerator {
    try all.named(name, by: { $0.name }, or: Failure.unknownIdleHost)
  }
}
