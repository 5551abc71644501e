/// Generates the configuration of swayidle, for sway, niri, river, labwc, Hyprland and KDE Plasma.
struct SwayidleIdleHookGenerator: IdleHookGenerator {
  let name = "swayidle"
  let advice = [
    "Add these lines to ~/.config/swayidle/config, and restart swayidle.",
    "Start it with `swayidle -w`, for example in the configuration of sway.",
  ]

  func lines(running commands: IdleCommands) -> [String] {
    [
      "timeout \(commands.seconds) '\(commands.awayAfterIdle)' resume '\(commands.back)'",
      "before-sleep '\(commands.away)'",
      "after-resume '\(commands.back)'",
      "lock '\(commands.away)'",
      "unlock '\(commands.back)'",
    ]
  }
}
