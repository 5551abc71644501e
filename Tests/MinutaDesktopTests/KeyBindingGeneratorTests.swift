import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

struct KeyBindingHostTests {
  @Test func `the list contains every host of the folder, sorted`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Sources/MinutaDesktop/Hosts"
    )
    #expect(KeyBindingGenerators.all.map { "\(type(of: $0)).swift" } == files.sorted())
    #expect(KeyBindingGenerators.all.map(\.name) == KeyBindingGenerators.all.map(\.name).sorted())
  }

  @Test(arguments: KeyBindingGenerators.all.map(\.name))
  func `a host's configuration equals its snapshot`(name: String) throws {
    let host = try KeyBindingGenerators.named(name)
    let text = try host.configuration(
      of: try .everyModifier,
      program: try ProgramPath("/usr/bin/minuta")
    )
    try expectSnapshot(text, "keys-\(name).conf")
  }

  @Test func `the order of keys in the key map doesn't matter`() throws {
    let keys = [
      #""a": {"press": "LOGO+a", "call": {"intent": "X"}}"#,
      #""b": {"press": "LOGO+b", "call": {"intent": "Y"}}"#,
    ]
    let texts = try [keys, keys.reversed()].map { keys in
      try KeyBindingGenerators.named("i3").configuration(
        of: KeyMap(#"{"minuta": 1, "keys": {\#(keys.joined(separator: ","))}}"#),
        program: ProgramPath("/usr/bin/minuta")
      )
    }
    #expect(texts[0] == texts[1])
  }

  @Test(arguments: KeyBindingGenerators.all.map(\.name), HostileTagName.all)
  func `D63 bindings contain no text of the user`(host: String, name: HostileTagName) throws {
    let plain = try lines(host, binding: "StopTimer", "x")
    #expect(try lines(host, binding: name.text, name.text) == plain)
    let safe = /[A-Za-z0-9 _.\/+\-"'<>{}(),;:=\[\]]*/
    for line in plain { #expect(try safe.wholeMatch(in: line) != nil, "\(line)") }
    #expect(plain.contains { $0.contains("/opt/a+b_c.d/minuta-1") })
  }

  private func lines(_ host: String, binding intent: String, _ tag: String) throws -> [String] {
    let map: JSONValue = [
      "minuta": 1,
      "keys": [
        "a": [
          "press": "LOGO+a", "call": ["intent": .string(intent), "with": ["tag": .string(tag)]],
        ]
      ],
    ]
    return try KeyBindingGenerators.named(host)
      .lines(of: KeyMap(map.text()), program: ProgramPath("/opt/a+b_c.d/minuta-1"))
  }

  @Test func `each host binds every key, except those without a name in Qt`() throws {
    for host in KeyBindingGenerators.all {
      let refused = try KeyNames.all.filter { name in
        let map = try KeyMap(
          #"{"minuta": 1, "keys": {"k": {"press": "\#(name)", "call": {"intent": "StopTimer"}}}}"#
        )
        do throws(Failure) {
          _ = try host.lines(of: map, program: ProgramPath("/usr/bin/minuta"))
          return false
        } catch {
          #expect(error == .unsupportedKey(name, of: "k", host: host.name))
          return true
        }
      }
      #expect(refused.isEmpty == (host.name != "kde"))
      #expect(refused.count < 40 && !refused.contains("Return"), "\(refused)")
    }
  }

  @Test(arguments: [
    "", "minuta", "./minuta", "~/bin/minuta", "/home/a b/minuta", "/home/it's/minuta",
    "/home/\"d\"/minuta", "/a;b", "/a,b", "/{a,b}", "/$HOME/minuta", "/a#b", "/a%b", "/a\nb",
    "/a\\b", "/a&b", "/a|b", "/a`b`", "/a*b", "/a?b", "/a(b)", "/a<b>", "/a=b", "/a:b", "/a@b",
    "/a!b", "/a[b]", "/a^b", "/a~b", "/a\tb", "/a\u{0}b", "/a\u{7F}b", "/jürgen/minuta",
    "/a\u{202E}b", "/" + String(repeating: "x", count: 400),
  ])
  func `D63 a path with special characters is rejected`(path: String) {
    let error = #expect(throws: Failure.unsafeProgramPath(path)) { try ProgramPath(path) }
    #expect(error?.kind == .badInput)
    #expect(error?.code == "unsafeProgramPath")
    #expect(error?.message.contains(path.quoted) == true)
  }

  @Test(arguments: [("i4", nil), ("swya", "sway"), ("gnme", "gnome")])
  func `an unknown host is rejected with a suggestion`(name: String, near: String?) {
    let error = #expect(throws: Failure.unknownHost(name, near: near)) {
      try KeyBindingGenerators.named(name)
    }
    #expect(error?.code == "unknownHost")
    #expect(error?.message.contains("sxhkd or xbindkeys") == true)
  }
}

extension KeyMap {
  /// A key map with key bindings that have all modifiers, some of them and none.
  static var everyModifier: KeyMap {
    get throws {
      let call = #""call": {"intent": "StopTimer"}"#
      return try KeyMap(
        """
        {"minuta": 1, "keys": {
          "stop": {"press": "SHIFT+ALT+CTRL+LOGO+s", \(call)},
          "start-work": {"press": "LOGO+SHIFT+w", \(call)},
          "play": {"press": "XF86AudioPlay", \(call)},
          "log_2": {"press": "CTRL+ALT+KP_Enter", \(call)}
        }}
        """
      )
    }
  }
}
