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
    if let host = all.first(where: { $0.name == name }) { return host }
    throw .unknownIdleHost(name, near: TypoSuggester.closest(to: name, in: all.map(\.name)))
  }
}
