/// The script that installs a systemd timer, which asks a host every minute for how long there was
/// no input.
enum IdlePollingUnits {
  static let header = "#!/bin/sh"
  private static let name = "minuta-" + WorkflowSchedule.reservedName

  /// Returns the instructions for a host.
  static func advice(_ host: String) -> [String] {
    [
      "To install: minuta idle \(host) | sh",
      "To remove: systemctl --user disable --now \(name).timer,",
      "and delete ~/.config/systemd/user/\(name).timer and \(name).service.",
    ]
  }

  /// Returns the lines of the script.
  ///
  /// - Parameter variables: the variables that the command needs, such as `XDG_STATE_HOME`.
  static func lines(polling command: String, _ variables: [String: String]) -> [String] {
    [
      #"units="${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user""#,
      #"mkdir -p "$units""#,
      #"cat > "$units/\#(name).service" <<'END'"#,
      "[Unit]",
      "Description=Minuta: note when you are away",
      "",
      "[Service]",
      "Type=oneshot",
    ] + SystemdUnit.environment(variables) + [
      "ExecStart=\(command)",
      "END",
      #"cat > "$units/\#(name).timer" <<'END'"#,
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
      // Earlier versions used this name, which a schedule of the user's may have too.
      #"if grep -qs ' idle poll ' "$units/minuta-idle.service"; then"#,
      "  systemctl --user disable --now minuta-idle.timer",
      #"  rm -f "$units/minuta-idle.timer" "$units/minuta-idle.service""#,
      "fi",
      "systemctl --user daemon-reload",
      "systemctl --user enable --now \(name).timer",
    ]
  }
}
