import Testing

/// A host with the path of its file, content before and after the place of the bindings, and a line
/// that binds LOGO+SHIFT+w; nil for a host that can't have one.
struct KeyHostFile: Sendable, CustomTestStringConvertible {
  let host: String
  let path: String
  var before = "# mine\n"
  var after = ""
  let bound: String?

  var testDescription: String { host }

  static let all = [
    KeyHostFile(
      host: "awesome",
      path: ".config/awesome/rc.lua",
      before: "modkey = \"Mod4\"\n",
      bound: "awful.key({ modkey, \"Shift\" }, \"w\", function() end),"
    ),
    KeyHostFile(
      host: "hyprland",
      path: ".config/hypr/hyprland.conf",
      before: "$mod = SUPER\n",
      bound: "bindd = $mod SHIFT, W, Close, killactive,"
    ),
    KeyHostFile(
      host: "hyprland-lua",
      path: ".config/hypr/hyprland.lua",
      before: "-- mine\n",
      bound: "hl.bind(\"SUPER + SHIFT + W\", hl.dsp.exec_cmd(\"x\"))"
    ),
    KeyHostFile(
      host: "i3",
      path: ".config/i3/config",
      before: "set $mod Mod4\n",
      bound: "bindsym --release $mod+Shift+w kill"
    ),
    KeyHostFile(
      host: "kde",
      path: ".local/share/kglobalaccel/minuta-keys.desktop",
      bound: nil
    ),
    KeyHostFile(
      host: "labwc",
      path: ".config/labwc/rc.xml",
      before: "<labwc_config>\n  <keyboard>\n",
      after: "  </keyboard>\n</labwc_config>\n",
      bound: "<keybind key=\"W-S-w\"><action name=\"Close\"/></keybind>"
    ),
    KeyHostFile(
      host: "niri",
      path: ".config/niri/config.kdl",
      before: "binds {\n",
      after: "}\n",
      bound: "    Mod+Shift+W { close-window; }"
    ),
    KeyHostFile(
      host: "openbox",
      path: ".config/openbox/rc.xml",
      before: "<keyboard>\n",
      after: "</keyboard>\n",
      bound: "<keybind key=\"W-S-w\"/>"
    ),
    KeyHostFile(
      host: "river",
      path: ".config/river/init",
      before: "#!/bin/sh\n",
      bound: "riverctl map normal Super+Shift W close"
    ),
    KeyHostFile(
      host: "sway",
      path: ".config/sway/config",
      before: "set $mod Mod4\n",
      bound: "bindsym $mod+Shift+w kill"
    ),
    KeyHostFile(
      host: "sxhkd",
      path: ".config/sxhkd/sxhkdrc",
      bound: "super + shift + w\n  x"
    ),
    KeyHostFile(
      host: "xbindkeys",
      path: ".xbindkeysrc",
      bound: "\"x\"\n  Mod4+Shift + w"
    ),
  ]
}
