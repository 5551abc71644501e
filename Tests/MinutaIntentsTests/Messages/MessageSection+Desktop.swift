import IntentKit
import JSONText
import SystemCalls

@testable import MinutaDesktop

extension MessageSection {
  private static let location = KeyMapLocation(
    file: "keys.json",
    line: 3,
    pointer: JSONPointer(["keys", "work"])
  )

  private static let keyMapErrors: [KeyMapError] = [
    .notJSON(.trailingComma), .value(.wrongType(expected: ["object"], found: [1])),
    .invalidSlug("Work!"), .invalidChord("LOGO", .missingKey),
    .invalidChord("LGO+t", .unknownModifier("LGO", near: "LOGO")),
    .invalidChord("LOGO+LOGO+t", .repeatedModifier(.logo)),
    .invalidChord("LOGO+spcae", .unknownKey("spcae", near: "space")),
    .invalidChord("LOGO+é", .unknownKey("é", near: nil)), .missingCall,
    .missingCallOfPick(.tag), .needlessCall(.recent),
  ]

  private static let desktopErrors: [Failure] =
    [
      .keyMapNotFound("/home/ann/keys.json"),
      .unreadableKeyMap("keys.json", SystemError(call: "open", path: "keys.json", code: 13)),
      .insecureKeyMap("keys.json", untrustedPath: "/home/ann"),
      .unknownSlug("wrok", file: "keys.json", near: "work"),
      .unsafeProgramPath("/home/ann/my $(programs)/minuta"), .unknownHost("sawy", near: "sway"),
      .unknownIdleHost("swayidel", near: "swayidle"),
      .unsupportedKey("comma", of: "work", host: "kde"), .unknownFormat("waybr", near: "waybar"),
      .missingHostFile("/home/ann/.config/i3/config", host: "i3"),
      .linkedHostFile("/home/ann/.config/i3/config", to: nil, host: "i3"),
      .linkedHostFile("/home/ann/.config/i3/config", to: "/srv/i3", host: "i3"),
      .replacedHostFile(
        "/home/ann/.xbindkeysrc",
        by: "/home/ann/.xbindkeysrc.scm",
        host: "xbindkeys"
      ),
      .unusableHostFile("/home/ann/rc.xml", .damaged),
      .unusableHostFile("/home/ann/rc.xml", .missingLine("<keyboard>")),
      .changedLines(in: "'/home/ann/.config/i3/config'", lost: ["bindsym Mod4+q kill"]),
      .settingsUnavailable("no such schema"), .settingsFailed("gsettings timed out"), .menuOpen,
      .noPicker, .unusablePicker("rofi"),
      .pickerFailed("dmenu", "cannot open display"), .nothingToPick(.record, for: "StartTimer"),
      .debounceUnavailable(SystemError(call: "mkdir", path: "/run/user/1000", code: 28)),
    ] + keyMapErrors.map { .malformedKeyMap(location, $0) }
    + [try? KeyChord("LOGO+t")].compactMap(\.self).map {
      .boundKey($0, in: "'/home/ann/.config/i3/config' on line 12")
    }

  static let desktop = outcomes("Keys and bars", desktopErrors.map(Outcome.failed))
}
