/// Generates a script that locks the screen with i3lock, for xss-lock or a key.
struct XssLockIdleHookGenerator: IdleHookGenerator {
  let name = "xss-lock"
  let header: String? = "#!/bin/sh"
  let advice = [
    "Save it as ~/.local/bin/minuta-lock, and run `chmod +x ~/.local/bin/minuta-lock`.",
    "With xss-lock: run `xss-lock -- ~/.local/bin/minuta-lock` when your session starts; then it",
    "also runs on `loginctl lock-session` and before sleep. Without: bind a key to it.",
    "In place of i3lock, use any program that ends when you unlock, such as swaylock.",
  ]

  func lines(running commands: IdleCommands) -> [String] {
    [
      "i3lock --nofork &",
      "lock=$!",
      "trap 'kill $lock' TERM INT",
      commands.away,
      "wait $lock",
      "# A signal ends the first wait before i3lock has ended.",
      "wait $lock",
      commands.back,
    ]
  }
}
