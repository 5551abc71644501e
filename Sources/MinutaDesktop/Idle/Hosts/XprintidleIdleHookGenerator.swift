/// Generates a systemd timer that runs xprintidle, for any desktop on X11.
struct XprintidleIdleHookGenerator: IdleHookGenerator {
  let name = "xprintidle"
  let header: String? = IdlePollingUnits.header
  var advice: [String] {
    IdlePollingUnits.advice(name) + [
      "If the timer can't reach your display, run this when your session starts:",
      "systemctl --user import-environment DISPLAY XAUTHORITY",
    ]
  }

  let idleTimeQuery: IdleTimeQuery? = IdleTimeQuery(command: ["xprintidle"]) { output in
    let digits = output.prefix { $0 != "\n" }
    return digits.utf8.allSatisfy { 48...57 ~= $0 } ? Int(digits) : nil
  }

  func lines(running commands: IdleCommands) -> [String] {
    IdlePollingUnits.lines(polling: commands.poll(name), commands.variables)
  }
}
