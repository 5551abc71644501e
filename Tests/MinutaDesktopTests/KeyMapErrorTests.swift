import IntentKit
import JSONText
import Testing

@testable import MinutaDesktop

struct KeyMapErrorTests {
  typealias InvalidKeyMapCase = (text: String, line: Int, path: String, problem: KeyMapError)

  @Test(
    arguments: [
      ("", 1, "", .notJSON(.unexpectedEnd)),
      (#"{"minuta": 1,\#n"keys": {"a": {"press": "x",}}}"#, 2, "/keys/a", .notJSON(.trailingComma)),
      (#"{"minuta": 1,\#n"keys": {},\#n"keys": {}}"#, 3, "", .notJSON(.duplicateKey("keys"))),
      ("[]", 1, "", .value(.wrongType(expected: ["object"], found: []))),
      ("{\n}", 1, "/minuta", .value(.missing)),
      (#"{"minuta": 2, "keys": {}}"#, 1, "/minuta", .value(.notOneOf([1], found: 2))),
      (
        #"{"minuta": 1,\#n "kyes": {}, "keys": {}}"#, 2, "/kyes", .value(.unknownName(near: "keys"))
      ),
      (
        #"{"minuta": 1, "debounceMs": 60001, "keys": {}}"#, 1, "/debounceMs",
        .value(.outOfRange(minimum: JSONNumber(0), maximum: JSONNumber(60_000), found: 60_001))
      ),
      (
        #"{"minuta": 1, "debounceMs": 0.5, "keys": {}}"#, 1, "/debounceMs",
        .value(.wrongType(expected: ["integer"], found: .number(JSONNumber(0.5) ?? JSONNumber(0))))
      ),
      (
        #"{"minuta": 1, "keys": {\#n"a": {\#n"call": {"intent": "X"}}}}"#, 2, "/keys/a/press",
        .value(.missing)
      ),
      (
        #"{"minuta": 1, "keys": {\#n"a": {"press": "LOGO+x",\#n"call": {"with": {}}}}}"#, 3,
        "/keys/a/call/intent", .value(.missing)
      ),
      (
        #"{"minuta": 1, "keys": {"a": {"press": "LOGO+x", "exec": "rm"}}}"#, 1, "/keys/a/exec",
        .value(.unknownName(near: nil, group: "call"))
      ),
      (#"{"minuta": 1, "keys": {\#n"a": {"press": "LOGO+x"}}}"#, 2, "/keys/a", .missingCall),
      (
        #"{"minuta": 1, "keys": {"a": {"press": "LOGO+x",\#n"pick": "record"}}}"#, 2,
        "/keys/a/pick", .missingCallOfPick(.record)
      ),
      (
        #"{"minuta": 1, "keys": {"a": {"press": "LOGO+x", "pick": "recent",\#n"call": {"intent": "X"}}}}"#,
        2, "/keys/a/call", .needlessCall(.recent)
      ),
      (
        #"{"minuta": 1, "keys": {"A": {"press": "LOGO+x", "call": {"intent": "X"}}}}"#, 1,
        "/keys/A", .invalidSlug("A")
      ),
      (
        #"{"minuta": 1, "keys": {\#n"a": {\#n"press": "Super+x", "call": {"intent": "X"}}}}"#, 3,
        "/keys/a/press", .invalidChord("Super+x", .unknownModifier("Super", near: "LOGO"))
      ),
      (
        #"{"minuta": 1, "keys": {"a": {"press": "LOGO", "call": {"intent": "X"}}}}"#, 1,
        "/keys/a/press", .invalidChord("LOGO", .missingKey)
      ),
    ] as [InvalidKeyMapCase]
  )
  func `an error names the file, the line and the path`(invalid: InvalidKeyMapCase) {
    let pointer = JSONPointer(invalid.path.split(separator: "/").map(String.init))
    let location = KeyMapLocation(file: file, line: invalid.line, pointer: pointer)
    expect(location, invalid.problem, for: invalid.text)
  }

  @Test func `two keys can't have the same combination`() throws {
    let text = #"""
      {"minuta": 1, "keys": {
        "b": {"press": "SHIFT+LOGO+x", "call": {"intent": "X"}},
        "a": {"press": "LOGO+SHIFT+x", "call": {"intent": "Y"}}
      }}
      """#
    let pointer = JSONPointer(["keys", "a", "press"])
    let location = KeyMapLocation(file: file, line: 3, pointer: pointer)
    let chord = try KeyChord("LOGO+SHIFT+x")
    expect(location, .duplicateChord(chord, "b", "a"), for: text)
    let message = "\(file):3: the keys 'b' and 'a' both use LOGO+SHIFT+x. Change one of them."
    #expect(Failure.malformedKeyMap(location, .duplicateChord(chord, "b", "a")).message == message)
  }

  @Test func `all mistakes are found, and the keys without any are read`() throws {
    let text = #"""
      {"minuta": 1, "keys": {
        "c": {"press": "LOGO+c", "call": {"intent": "X"}},
        "b": {"press": "LOGO+c", "call": {"intent": "X"}},
        "a": {"press": "LOGO+Nokey", "call": {"intent": "X"}},
        "d": {"call": {"intent": "X"}},
        "e": {"press": "Super+x", "call": {"intent": "X"}}
      }}
      """#
    let (map, mistakes) = KeyMap.parse(Array(text.utf8), file: file)
    #expect(map.keys.map(\.slug) == ["c"])
    #expect(mistakes.map { $0.data["line"] } == [3, 4, 5, 6])
    #expect(
      mistakes.map { $0.data["path"] }
        == ["/keys/b/press", "/keys/a/press", "/keys/d/press", "/keys/e/press"]
    )
  }

  private let file = "/home/ada/keymap.json"

  private func expect(_ location: KeyMapLocation, _ problem: KeyMapError, for text: String) {
    let error = #expect(throws: Failure.malformedKeyMap(location, problem)) { try KeyMap(text) }
    #expect(error?.kind == .badInput)
    #expect(error?.code == "malformedKeyMap")
    #expect(error?.message.hasPrefix("\(file):\(location.line): ") == true)
    #expect(
      error?.data == [
        "file": .string(file), "line": .number(JSONNumber(location.line)),
        "path": .string(location.pointer.description),
      ]
    )
  }
}
