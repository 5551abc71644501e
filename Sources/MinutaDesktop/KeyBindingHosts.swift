import IntentKit

/// The supported hosts.
package enum KeyBindingHosts {
  package static let all: [any KeyBindingHost] = [
    I3Host(),
    SwayHost(),
    SxhkdHost(),
  ]

  /// Returns the host with this name.
  package static func named(_ name: String) throws(DesktopError) -> any KeyBindingHost {
    if let host = all.first(where: { $0.name == name }) { return host }
    throw .unknownHost(name, near: TypoSuggestion.closest(to: name, in: all.map(\.name)))
  }
}
