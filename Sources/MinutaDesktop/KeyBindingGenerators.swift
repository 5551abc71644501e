package import IntentKit

/// All key binding programs that Minuta supports, in alphabetical order.
package enum KeyBindingGenerators {
  package static let all: [any KeyBindingGenerator] = [
    AwesomeBindingGenerator(),
    GNOMEBindingGenerator(),
    HyprlandBindingGenerator(),
    HyprlandLuaBindingGenerator(),
    I3BindingGenerator(),
    KDEBindingGenerator(),
    LabwcBindingGenerator(),
    NiriBindingGenerator(),
    OpenboxBindingGenerator(),
    RiverBindingGenerator(),
    SwayBindingGenerator(),
    SxhkdBindingGenerator(),
    XbindkeysBindingGenerator(),
  ]

  /// Returns the key binding program with this name.
  ///
  /// - Throws: `Failure.unknownHost` if it isn't supported.
  package static func named(_ name: String) throws(Failure) -> any KeyBindingGenerator {
    if let host = all.first(where: { $0.name == name }) { return host }
    throw .unknownHost(name, near: TypoSuggester.closest(to: name, in: all.map(\.name)))
  }
}
