/// Generates the configuration of hypridle, the idle daemon of Hyprland.
struct HypridleIdleHookGenerator: IdleHookGenerator {
  let name = "hypridle"
  let advice = [
    "Add these lines to ~/.config/hypr/hypridle.conf, and restart hypridle.",
    "If the machine sleeps or the screen is locked before that time, also add `minuta away` to",
    "before_sleep_cmd and lock_cmd, and `minuta back --ask` to after_sleep_cmd and unlock_cmd.",
  ]

  func lines(running commands: IdleCommands) -> [String] {
    [
      "listener {",
      "    timeout = \(commands.seconds)",
      "    on-timeout = \(commands.awayAfterIdle)",
      "    on-resume = \(commands.back)",
      "}",
    ]
  }
}
