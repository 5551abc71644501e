import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

struct KeyMapTests {
  @Test func `the example key map is valid`() throws {
    let map = try KeyMap.example
    #expect(map.keys.map(\.slug) == ["report-week", "start-email", "start-work", "stop"])
    #expect(try map.key("stop").call == IntentCall("StopTimer"))
    #expect(try map.key("start-work").call == IntentCall("SwitchTimer", with: ["tag": "Work"]))
    #expect(map.debounce == .milliseconds(800))
  }

  @Test(arguments: [(0, Duration.zero), (60_000, .seconds(60))])
  func `the key map can set the debounce time`(milliseconds: Int, debounce: Duration) throws {
    let text = #"{"minuta": 1, "debounceMs": \#(milliseconds), "keys": {}}"#
    #expect(try KeyMap(text).debounce == debounce)
  }

  @Test(arguments: [("start-wrok", "start-work"), ("stop ", "stop"), ("../stop", nil), ("", nil)])
  func `an unknown slug is rejected with a suggestion`(slug: String, near: String?) throws {
    let map = try KeyMap.example
    #expect(throws: Failure.unknownSlug(slug, file: map.file, near: near)) {
      try map.key(slug)
    }
  }

  @Test(arguments: ["a", "0", "start-work", "a_b", String(repeating: "x", count: 64)])
  func `valid slugs are accepted`(slug: String) throws {
    let text = #"{"minuta": 1, "keys": {"\#(slug)": \#(KeyMap.stop)}}"#
    #expect(try KeyMap(text).keys.map(\.slug) == [slug])
  }

  @Test(arguments: [
    "", "-u", "_a", "Stop", "a b", "a;b", "a/b", "ä", "a\\n", "a$b", "٣",
    String(repeating: "x", count: 65),
  ])
  func `other slugs are rejected`(slug: String) {
    let text = #"{"minuta": 1, "keys": {"\#(slug)": \#(KeyMap.stop)}}"#
    let error = #expect(throws: Failure.self) { try KeyMap(text) }
    #expect(error?.code == "malformedKeyMap")
    #expect(error?.message.contains("is not a valid name for a key") == true)
  }
}

extension KeyMap {
  static let stop = #"{"press": "LOGO+s", "call": {"intent": "StopTimer"}}"#

  static var example: KeyMap {
    get throws { try KeyMap(PackageDirectory.text(of: "Examples/keymap.json")) }
  }

  init(_ text: String) throws {
    try self.init(parsing: Array(text.utf8), file: "/home/ada/keymap.json")
  }
}
