/// The script that installs a systemd timer, which asks a host every minute for how long there was
/// no input.
enum IdlePollingUnits {
  static let header = "#!/bin/sh"

  /// Returns the instructions for a host.
  static func advice(_ host: String) -> [String] {
    [
      "To install: minuta idle \(host) | sh",
      "To remove: systemctl --user disable --now minuta-idle.timer,",
      "and delete ~/.config/systemd/user/minuta-idle.timer and minuta-idle.service.",
    ]
  }

  /// Returns the lines of the script.
  static func lines(polling command: String) -> [String] {
    [
      #"units="${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user""#,
      #"mkdir -p "$units""#,
      #"cat > "$units/minuta-idle.service" <<'END'"#,
      "[Unit]",
      "Description=Minuta: note when you are away",
      "",
      "[Service]",
      "Type=oneshot",
      "ExecStart=\(command)",
      "END",
      #"cat > "$units/minuta-idle.timer" <<'END'"#,
      "[Unit]",
      "Description=Minuta: note when you are away",
      "",
      "[Timer]",
      "OnActiveSec=1min",
      "OnUnitActiveSec=1min",
      "AccuracySec=5s",
      "",
      "[Install]",
      "WantedBy=timers.target",
      "END",
      "systemctl --user daemon-reload",
      "systemctl --user enable --now minuta-idle.timer",
    ]
  }
}
