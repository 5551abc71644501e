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
    try all.named(name, by: { $0.name }, or: Failure.unknownHost)
  }
}
