import IntentKit

/// All key binding programs that Minuta supports.
package enum KeyBindingHosts {
  package static let all: [any KeyBindingHost] = [
    I3Host(),
    SwayHost(),
    SxhkdHost(),
  ]

  /// Returns the key binding program with this name.
  ///
  /// - Throws: `DesktopError.unknownHost` if it isn't supported.
  package static func named(_ name: String) throws(DesktopError) -> any KeyBindingHost {
    if let host = all.first(where: { $0.name == name }) { return host }
    throw .unknownHost(name, near: TypoSuggestion.closest(to: name, in: all.map(\.name)))
  }
}
