/// Generates the configuration of hypridle, the idle daemon of Hyprland.
struct HypridleIdleHookGenerator: IdleHookGenerator {
  let name = "hypridle"
  let advice = [
    "Add these lines to ~/.config/hypr/hypridle.conf, and restart hypridle."
  ]

  func lines(running commands: IdleCommands) -> [String] {
    [
      "listener {",
      "    timeout = \(commands.seconds)",
      "    on-timeout = \(commands.awayAfterIdle)",
      "    on-resume = \(commands.back)",
      "}",
      "",
      "# The machine may sleep or be locked before that time. For that, add these commands to the",
      "# section `general`; put each before a command that is there already, and a semicolon between:",
      "#     before_sleep_cmd = \(commands.away)",
      "#     after_sleep_cmd = \(commands.back)",
      "#     lock_cmd = \(commands.away)",
      "#     unlock_cmd = \(commands.back)",
    ]
  }
}
