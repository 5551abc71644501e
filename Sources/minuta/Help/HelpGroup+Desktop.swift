extension HelpGroup {
  /// The commands that connect Minuta with the desktop and with other programs.
  static let desktop = HelpGroup(
    title: "Desktop and editors",
    topics: ["keys", "pickers", "away", "bars", "editors", "rpc", "mcp"],
    entries: [
      CommandHelpEntry(
        "keys",
        "Print or install key bindings for your desktop",
        "keys init",
        "keys i3",
        "keys install sway",
        "keys check"
      ),
      CommandHelpEntry("key", "Make the call bound to a key", "key start-work"),
      CommandHelpEntry("menu", "Choose what to do from a menu", "menu", "menu start"),
      CommandHelpEntry(
        "idle",
        "Print hooks that note when you are away",
        "idle swayidle",
        "idle gnome --after 10m"
      ),
      CommandHelpEntry("rpc", "Serve JSON-RPC and MCP to other programs", "rpc"),
    ]
  )
}
