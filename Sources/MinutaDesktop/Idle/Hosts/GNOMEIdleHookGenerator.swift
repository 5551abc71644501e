/// Generates a systemd timer that asks the idle monitor of GNOME, which belongs to Mutter.
struct GNOMEIdleHookGenerator: IdleHookGenerator {
  let name = "gnome"
  let header: String? = IdlePollingUnits.header
  var advice: [String] { IdlePollingUnits.advice(name) }

  /// The query prints `(uint64 12345,)`.
  let idleTimeQuery: IdleTimeQuery? = IdleTimeQuery(
    command: [
      "gdbus", "call", "--session", "--timeout", "5",
      "--dest", "org.gnome.Mutter.IdleMonitor",
      "--object-path", "/org/gnome/Mutter/IdleMonitor/Core",
      "--method", "org.gnome.Mutter.IdleMonitor.GetIdletime",
    ],
    milliseconds: { output in
      guard output.hasPrefix("(uint64 ") else { return nil }
      let digits = output.dropFirst(8).prefix { $0 != "," }
      return digits.utf8.allSatisfy { 48...57 ~= $0 } ? Int(digits) : nil
    }
  )

  func lines(running commands: IdleCommands) -> [String] {
    IdlePollingUnits.lines(polling: commands.poll(name), commands.variables)
  }
}
