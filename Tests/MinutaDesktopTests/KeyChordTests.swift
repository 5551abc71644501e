import MinutaDesktop
import Testing

struct KeyChordTests {
  @Test(arguments: [
    ("LOGO+SHIFT+t", "LOGO+SHIFT+t"),
    ("SHIFT+LOGO+t", "LOGO+SHIFT+t"),
    ("SHIFT+ALT+CTRL+LOGO+Return", "LOGO+CTRL+ALT+SHIFT+Return"),
    ("XF86AudioPlay", "XF86AudioPlay"),
    ("CTRL+F24", "CTRL+F24"),
    ("ALT+KP_0", "ALT+KP_0"),
    ("LOGO+plus", "LOGO+plus"),
    ("LOGO+space", "LOGO+space"),
  ])
  func `chords are parsed, and modifiers are sorted`(text: String, ordered: String) throws {
    #expect(try KeyChord(text).description == ordered)
  }

  @Test(
    arguments: [
      ("", .missingKey),
      ("LOGO", .missingKey),
      ("LOGO+", .missingKey),
      ("LOGO+SHIFT", .missingKey),
      ("LOGO+LOGO+t", .repeatedModifier(.logo)),
      ("logo+t", .unknownModifier("logo", near: "LOGO")),
      ("Super+t", .unknownModifier("Super", near: "LOGO")),
      ("Control+t", .unknownModifier("Control", near: "CTRL")),
      ("Mod1+t", .unknownModifier("Mod1", near: "ALT")),
      ("SHFIT+t", .unknownModifier("SHFIT", near: "SHIFT")),
      ("NUM+t", .unknownModifier("NUM", near: nil)),
      ("LOGO + t", .unknownModifier("LOGO ", near: "LOGO")),
      ("LOGO++", .unknownModifier("", near: nil)),
      ("t+LOGO", .unknownModifier("t", near: nil)),
      ("LOGO+T", .unknownKey("T", near: "t")),
      ("LOGO+return", .unknownKey("return", near: "Return")),
      ("LOGO+Spcae", .unknownKey("Spcae", near: "space")),
      ("XF86AudioPaly", .unknownKey("XF86AudioPaly", near: "XF86AudioPlay")),
      ("LOGO+F25", .unknownKey("F25", near: "F15")),
      ("LOGO+t\nbindsym x exec y", .unknownKey("t\nbindsym x exec y", near: nil)),
      ("LOGO+t exec", .unknownKey("t exec", near: nil)),
      ("LOGO+é", .unknownKey("é", near: nil)),
    ] as [(String, KeyChordError)]
  )
  func `an invalid chord is rejected with the reason`(text: String, problem: KeyChordError) {
    #expect(throws: problem) { try KeyChord(text) }
  }

  @Test func `key names are sorted, unique, and need no quoting`() {
    #expect(KeyNames.all == Set(KeyNames.all).sorted())
    #expect(
      KeyNames.all.allSatisfy { name in
        name.utf8.allSatisfy { Character(Unicode.Scalar($0)).isLetter || 48...57 ~= $0 || $0 == 95 }
      }
    )
  }
}
