import IntentKit
import MinutaDesktop

/// Writes key bindings into the configuration of a host, and removes them.
protocol KeyInstaller {
  /// The place of the bindings, as a phrase for messages, such as a quoted path.
  var place: String { get }

  /// Returns the key combinations that the user bound, without those that `install` wrote.
  func boundChords() async throws(Failure) -> [BoundChord]

  /// Writes the bindings of all keys of a key map.
  ///
  /// - Returns: Whether the configuration changes; in a dry run, whether it would.
  func install(_ map: KeyMap, _ program: ProgramPath, isDryRun: Bool) async throws(Failure) -> Bool

  /// Removes the bindings.
  ///
  /// - Returns: Whether there were any.
  func remove(isDryRun: Bool) async throws(Failure) -> Bool
}

extension KeyBindingGenerator {
  /// - Parameter isConfirmed: whether the user agreed to lose changes of the bindings by hand.
  func installer(_ environment: Environment, isConfirmed: Bool = true) -> any KeyInstaller {
    KeyBindingInstaller(self, environment, isConfirmed: isConfirmed)
      ?? GNOMEKeyInstaller(environment: environment, isConfirmed: isConfirmed)
  }
}
