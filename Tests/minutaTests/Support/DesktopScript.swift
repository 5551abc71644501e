import MinutaTestSupport
import Testing

/// Runs shell scripts on a display and a session bus of their own.
struct DesktopScript {
  let fixture: MinutaFixture
  /// The path of the program, which scripts run as `"$MINUTA"`.
  let program: String

  private static let functions = """
    until_true() {
      i=0
      until eval "$1"; do
        i=$((i+1)); sleep 0.05
        [ $i -lt 600 ] || { echo "Never true: $1" >&2; cat "$HOME/dunst.log" >&2; exit 9; }
      done
    }
    field() { dunstctl history | jq -r ".data[0][].$1.data"; }

    """

  /// The lines that start the notification daemon dunst.
  ///
  /// A notification's menu is answered by the program `~/menu`, if there is one.
  static let startDunst = """
    printf '[global]\\nmarkup = full\\ndmenu = %s\\n[urgency_normal]\\ntimeout = 100\\n[urgency_critical]\\ntimeout = 0\\n' "$HOME/menu" > "$HOME/dunstrc"
    # dunstctl would make the bus start another daemon.
    has_owner='dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.Notifications'
    dunst -conf "$HOME/dunstrc" 2> "$HOME/dunst.log" & dunst=$!
    until_true "$has_owner | grep -q true"

    """

  /// Runs a script, which must succeed.
  ///
  /// Without `-noreset`, the display would restart when the last program disconnects, and with it the
  /// time without input.
  ///
  /// - Parameter log: the program's log, for the message of a failure.
  /// - Returns: The script's output.
  func run(_ script: String, log: () -> String = { "" }) async throws -> String {
    let file = try fixture.home.write(
      "MINUTA=\(program)\n" + Self.functions + script,
      to: "script.sh"
    )
    let result = try await TestPrograms.run(
      "/usr/bin/env",
      [
        "xvfb-run", "-a", "-s", "-screen 0 640x480x24 -noreset", "dbus-run-session", "--", "sh",
        file,
      ],
      environment: fixture.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    )
    try #require(result.status == 0, "\(result) \(log())")
    return result.output
  }
}
