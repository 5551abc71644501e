/// The ways in which a program can show rows to the person who uses this process.
package enum PickerDisplay: Sendable, CaseIterable {
  case terminal, wayland, x11

  /// Returns the displays that a process can use.
  ///
  /// - Parameters:
  ///   - environment: the environment variables of the process.
  ///   - isTerminal: whether the process's streams are a terminal.
  package static func all(in environment: [String: String], isTerminal: Bool) -> Set<Self> {
    var displays: Set<Self> = isTerminal ? [.terminal] : []
    if environment["WAYLAND_DISPLAY"]?.isEmpty == false { displays.insert(.wayland) }
    if environment["DISPLAY"]?.isEmpty == false { displays.insert(.x11) }
    return displays
  }
}
