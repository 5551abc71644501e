/// The names of keys that chords may contain.
///
/// They are the names in `xkbcommon-keysyms.h` without the prefix `XKB_KEY_`. Key binding programs
/// silently ignore a binding with an unknown name, so the list has only names that all of them
/// know, and only one name per key.
package enum KeyNames {
  /// All supported key names, sorted.
  package static let all = (letters + digits + functions + others + keypad + media).sorted()

  private static let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
  private static let digits = (0...9).map { String($0) }
  private static let functions = (1...24).map { "F\($0)" }

  private static let others = [
    "BackSpace", "Caps_Lock", "Delete", "Down", "End", "Escape", "Help", "Home", "Insert", "Left",
    "Menu", "Num_Lock", "Page_Down", "Page_Up", "Pause", "Print", "Return", "Right",
    "Scroll_Lock", "Tab", "Up", "adiaeresis", "ae", "agrave", "ampersand", "apostrophe", "aring",
    "asciicircum", "asciitilde", "asterisk", "at", "backslash", "bar", "braceleft", "braceright",
    "bracketleft", "bracketright", "ccedilla", "colon", "comma", "dollar", "eacute", "egrave",
    "equal", "exclam", "grave", "greater", "less", "minus", "ntilde", "numbersign", "odiaeresis",
    "oslash", "parenleft", "parenright", "percent", "period", "plus", "question", "quotedbl",
    "section", "semicolon", "slash", "space", "ssharp", "udiaeresis", "ugrave", "underscore",
  ]

  private static let keypad =
    digits.map { "KP_\($0)" } + [
      "KP_Add", "KP_Begin", "KP_Decimal", "KP_Delete", "KP_Divide", "KP_Down", "KP_End",
      "KP_Enter", "KP_Equal", "KP_Home", "KP_Insert", "KP_Left", "KP_Multiply", "KP_Page_Down",
      "KP_Page_Up", "KP_Right", "KP_Separator", "KP_Subtract", "KP_Up",
    ]

  private static let media =
    (digits + ["A", "B", "C", "D", "E", "F"]).map { "XF86Launch\($0)" } + [
      "XF86AudioLowerVolume", "XF86AudioMedia", "XF86AudioMicMute", "XF86AudioMute",
      "XF86AudioNext", "XF86AudioPause", "XF86AudioPlay", "XF86AudioPrev",
      "XF86AudioRaiseVolume", "XF86AudioRecord", "XF86AudioStop", "XF86Battery",
      "XF86Bluetooth", "XF86Calculator", "XF86Calendar", "XF86Display", "XF86Eject",
      "XF86Explorer", "XF86Favorites", "XF86HomePage", "XF86KbdBrightnessDown",
      "XF86KbdBrightnessUp", "XF86Mail", "XF86MonBrightnessDown", "XF86MonBrightnessUp",
      "XF86MyComputer", "XF86Search", "XF86Sleep", "XF86Tools", "XF86TouchpadToggle",
      "XF86WLAN", "XF86WWW",
    ]
}
