import MinutaTestSupport
import Testing

@testable import MinutaDesktop

@Suite struct BoundChordReaderTests {
  /// The lines of a host's file in which a chord is bound.
  private func lines(
    _ text: String,
    of host: String,
    binding chord: String = "LOGO+SHIFT+w"
  ) throws -> [Int] {
    var reader = BoundChordReader(try KeyBindingGenerators.named(host), home: "/home/ann")
    reader.read(Array(text.utf8), of: "/f", skipping: nil)
    let press = try KeyChord(chord)
    return try reader.chords.filter { $0.equals(press) }.map { chord in
      try #require(Int(chord.place.dropFirst("'/f' on line ".count)))
    }
  }

  @Test(
    arguments: [
      ("awesome", #"awful.key({ modkey, "Shift" }, "w", f), awful.key({}, "x", f)"#),
      ("awesome", "awful.key({ modkey, 'Shift' }, 'w', f)"),
      ("hyprland", "bind = SUPER_SHIFT, W, killactive,"),
      ("hyprland", "binde=SHIFT&SUPER,w,exec,x"), ("hyprland", "bind = $mod, w, exec, x"),
      ("hyprland-lua", #"hl.bind("SUPER + SHIFT + W", x)"#),
      ("kde", "Window Close=Meta+Shift+W,none,Close Window"),
      ("kde", #"Close=Alt+F4\tShift+Meta+W,Alt+F4,Close"#), ("kde", "_launch=Meta+Shift+W"),
      ("i3", "bindsym $mod+w kill"), ("i3", "\tbindsym  --release\tMod4+Shift+w kill"),
      ("i3", "bindsym Shift+Mod4+W kill"), ("labwc", #"<keybind key="W-S-w">"#),
      ("labwc", "<keybind key='W-S-w'>"), ("openbox", #"<keybind chroot="yes" key="W-S-w">"#),
      ("niri", #""Mod+Shift+W" { close-window; }"#),
      ("niri", "  Mod+Shift+W repeat=false { close-window; }"),
      ("openbox", #"<keybind key="W-S-w W-a"/><keybind key="a"/>"#),
      ("river", "riverctl map -repeat normal Super+Shift W close"),
      ("river", "riverctl map -repeat -layout 0 normal Super+Shift W close"),
      ("sway", "bindsym --no-repeat --to-code $mod+w kill"),
      ("sway", "bindsym --locked $mod+w kill"), ("sxhkd", "super + shift + {w,r}"),
      ("sxhkd", "super + {shift + ,_}w"), ("sxhkd", "super + shift + {a-z,1-9}"),
      ("sxhkd", "super + shift + w ; a"), ("sxhkd", "super + {_,shift} + ~w"),
      ("xbindkeys", "Mod4+Shift + w"), ("xbindkeys", "  shift+mod4 + w"),
      ("xbindkeys", "Shift+Mod4 + w | Release"), ("xbindkeys", "Mod2+Mod4+Shift + w"),
    ]
  )
  func `a line of each host's syntax binds its key`(host: String, line: String) throws {
    let variable = host == "hyprland" ? "$mod = SUPER SHIFT" : "set $mod Mod4+Shift"
    let text = ["hyprland", "i3", "sway"].contains(host) ? variable : ""
    #expect(try lines("\(text)\n\(line)\n", of: host) == [2])
  }

  @Test(
    arguments: [
      ("awesome", "awful.key {\n  modifiers = { modkey, \"Shift\" },\n  key = 'w',\n}"),
      ("awesome", "awful.key({ modifiers = { modkey, 'Shift' }, key = \"w\", on_press = f })"),
      ("awesome", "awful.key({ modkey,\n  \"Shift\" },\n  \"w\", function() f({}) end)"),
      ("labwc", "<keybind\n  key=\"W-S-w\">"), ("openbox", "<keybind chroot='yes'\n  key='W-S-w'>"),
      ("openbox", "<keybind key=\"W-S-w\">\n<action name=\"Close\"/>\n</keybind>"),
      ("sxhkd", "super + \\\n# A comment\nshift + \\\nw\n  x \\\n  y"),
    ]
  )
  func `several lines bind a key`(host: String, text: String) throws {
    #expect(try lines("\n\(text)\n", of: host) == [2])
  }

  @Test(arguments: [
    ("set_from_resource $mod i3wm.mod Mod4+Shift", [2]), ("set_from_resource $mod i3wm.mod", []),
    ("set_from_resource $mod i3wm.mod Mod1+Shift", []),
  ])
  func `a variable from an X resource has its default`(line: String, expected: [Int]) throws {
    #expect(try lines("\(line)\nbindsym $mod+w kill\n", of: "i3") == expected)
  }

  @Test(
    arguments: [
      ("awesome", #"-- awful.key({ modkey, "Shift" }, "w", f)"#),
      ("hyprland", "# bind = SUPER SHIFT, W, exec, x"), ("hyprland", "bind = SUPER, W, exec, x"),
      ("hyprland", "submap = resize\nbind = SUPER SHIFT, W, exec, x\nsubmap = reset"),
      ("i3", "mode \"resize\" {\n  bindsym Mod4+Shift+w kill\n}"), ("i3", "bindsym Mod4+w kill"),
      ("i3", "mode \"resize\"\n{\n  bindsym Mod4+Shift+w kill\n}"),
      ("i3", "# bindsym Mod4+Shift+w kill"), ("i3", "bindsym Hyper+Mod4+Shift+w kill"),
      ("kde", "Window Close=none,Meta+Shift+W,Close Window"), ("kde", "_k_x=Meta+Shift+W"),
      ("kde", "[services][minuta-keys.desktop]\nstop=Meta+Shift+W"),
      ("openbox", #"<!-- <keybind key="W-S-w"/> -->"#),
      ("river", "riverctl map locked Super+Shift W x"),
      ("sway", "mode resize bindsym Mod4+Shift+w kill"), ("sxhkd", "a\n super + shift + w"),
      ("sxhkd", "super + \\\nctrl + w"), ("sxhkd", "super + x \\\nsuper + shift + w"),
      ("sxhkd", "super + x ; super + shift + w"), ("sxhkd", "super + {w,r}"),
      ("xbindkeys", "\"super + shift + w\"\n  Mod4 + w"),
    ]
  )
  func `a comment, another mode or another key binds no key`(host: String, text: String) throws {
    #expect(try lines(text, of: host) == [])
  }

  @Test(
    arguments: [
      ("openbox", "<!--\nBIND\n-->\n<!-- x --> BIND <!-- y", #"<keybind key="W-S-w"/>"#),
      ("niri", "/* a\nBIND\n// */\nBIND // /*", "Mod+Shift+W { close-window; }"),
      (
        "awesome", "--[[ a\nBIND\nb ]] x = '-- \\' --[['\nBIND",
        #"awful.key({ modkey, "Shift" }, "w", f)"#
      ),
    ]
  )
  func `a comment may have several lines`(host: String, text: String, binding: String) throws {
    #expect(try lines(text.replacing("BIND", with: binding), of: host) == [4])
  }

  @Test func `lines in a block of sway bind keys, and those below a mode too`() throws {
    let text = """
      bindsym {
        $mod+w kill
      }
      bindsym --to-code {
        Mod4+Shift+w kill
      }
      mode "resize" {
        bindsym Mod4+Shift+w kill
      }
      bar {
        colors {
          background #000000
        }
      }
      bindsym Mod4+Shift+w kill
      """
    #expect(try lines("set $mod Mod4+Shift\n" + text, of: "sway") == [3, 6, 16])
  }

  @Test(arguments: [
    ("i3", "bindsym Mod4+Next x", "LOGO+Page_Down"), ("i3", "bindsym Prior x", "Page_Up"),
    ("sway", "bindsym Mod4+KP_Next x", "LOGO+KP_Page_Down"),
    ("niri", "Mod+Page_Down { x; }", "LOGO+Page_Down"),
    ("sxhkd", "alt + quoteright", "ALT+apostrophe"),
  ])
  func `both names of a key mean the same key`(host: String, line: String, chord: String) throws {
    #expect(try lines(line, of: host, binding: chord) == [1])
  }

  @Test func `KDE's keys are read as they are written`() throws {
    let host = try KeyBindingGenerators.named("kde")
    for name in KeyNames.all {
      let press = "LOGO+\(name)"
      let map = try KeyMap(
        #"{"minuta": 1, "keys": {"k": {"press": "\#(press)", "call": {"intent": "StopTimer"}}}}"#
      )
      guard let lines = try? host.lines(of: map, program: ProgramPath("/minuta")) else { continue }
      let written = try #require(lines.last?.split(separator: "=", maxSplits: 1).last)
      #expect(try self.lines("k=\(written),none,k", of: "kde", binding: press) == [1], "\(name)")
    }
  }

  @Test func `included files are read once, in their order`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("include b.conf\nbindsym $mod+a x\n", to: "d/a.conf")
    let b = try folder.write("set $mod Mod1\ninclude a.conf\nbindsym $mod+b x\n", to: "d/b.conf")
    try folder.write("bindsym Mod1+c x\n", to: "c.conf")
    let main = "set $mod Mod4\ninclude d/*.conf\ninclude ~/c.conf\ninclude \"missing\"\n"
    var reader = BoundChordReader(try KeyBindingGenerators.named("sway"), home: folder.path)
    reader.read(Array(main.utf8), of: folder.path + "/main", skipping: nil)
    let places = reader.chords.map(\.place)
    #expect(places.count == 3)
    #expect(places.first == "'\(b)' on line 3")
    #expect(try reader.chords.filter { $0.equals(try KeyChord("ALT+a")) }.count == 1)
    #expect(places.last == "'\(folder.path)/c.conf' on line 1")
  }

  @Test func `the bindings of GNOME are read from its list`() throws {
    let output = """
      org.gnome.desktop.wm.keybindings close ['<Alt>F4', '<Shift><Super>w']
      org.gnome.settings-daemon.plugins.media-keys www @as []
      org.gnome.desktop.interface gtk-theme '<Super><Shift>w'
      """
    let press = try KeyChord("LOGO+SHIFT+w")
    let chords = GNOMEBindingGenerator.boundChords(inList: output).filter { $0.equals(press) }
    #expect(
      chords.map(\.place) == ["GNOME's settings as 'org.gnome.desktop.wm.keybindings close'"]
    )
  }
}
