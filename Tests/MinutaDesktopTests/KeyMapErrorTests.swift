import IntentKit
import JSONText
import MinutaDesktop
import Testing

struct KeyMapErrorTests {
  @Test(arguments: [
    InvalidKeyMapCase("", 1, "", "It is not JSON: it ends too early."),
    InvalidKeyMapCase(
      #"{"minuta": 1,\#n"keys": {"a": {"press": "x",}}}"#,
      2,
      "/keys/a",
      "It is not JSON: a comma too many."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1,\#n"keys": {},\#n"keys": {}}"#,
      3,
      "",
      "It is not JSON: the key 'keys' stands twice."
    ),
    InvalidKeyMapCase("[]", 1, "", "The whole must be an object, not '[]'."),
    InvalidKeyMapCase("{\n}", 1, "/minuta", "The key 'minuta' is missing."),
    InvalidKeyMapCase(
      #"{"minuta": 2, "keys": {}}"#,
      1,
      "/minuta",
      "'minuta' must be '1', not '2'."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1,\#n "kyes": {}, "keys": {}}"#,
      2,
      "/kyes",
      "There is no key 'kyes' (did you mean 'keys'?)."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "debounceMs": 60001, "keys": {}}"#,
      1,
      "/debounceMs",
      "'debounceMs' must be between 0 and 60000, not '60001'."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "debounceMs": 0.5, "keys": {}}"#,
      1,
      "/debounceMs",
      "'debounceMs' must be a whole number, not '0.5'."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "keys": {\#n"a": {\#n"call": {"intent": "X"}}}}"#,
      2,
      "/keys/a/press",
      "The key 'keys/a/press' is missing."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "keys": {\#n"a": {"press": "LOGO+x",\#n"call": {"with": {}}}}}"#,
      3,
      "/keys/a/call/intent",
      "The key 'keys/a/call/intent' is missing."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "keys": {"a": {"press": "LOGO+x", "exec": "rm"}}}"#,
      1,
      "/keys/a/call",
      "The key 'keys/a/call' is missing."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "keys": {"A": {"press": "LOGO+x", "call": {"intent": "X"}}}}"#,
      1,
      "/keys/A",
      "A key is named with small letters, digits, '_' and '-', at most 64 and no sign first, "
        + "not 'A'."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "keys": {\#n"a": {\#n"press": "Super+x", "call": {"intent": "X"}}}}"#,
      3,
      "/keys/a/press",
      "'keys/a/press' cannot be 'Super+x': there is no modifier 'Super' (did you mean 'LOGO'?); "
        + "there are LOGO, CTRL, ALT, SHIFT."
    ),
    InvalidKeyMapCase(
      #"{"minuta": 1, "keys": {"a": {"press": "LOGO", "call": {"intent": "X"}}}}"#,
      1,
      "/keys/a/press",
      "'keys/a/press' cannot be 'LOGO': no key follows the modifiers; write it like LOGO+SHIFT+t."
    ),
    InvalidKeyMapCase(
      #"""
      {"minuta": 1, "keys": {
        "b": {"press": "SHIFT+LOGO+x", "call": {"intent": "X"}},
        "a": {"press": "LOGO+SHIFT+x", "call": {"intent": "Y"}}
      }}
      """#,
      3,
      "/keys/a/press",
      "'keys/a/press' cannot be 'LOGO+SHIFT+x', which 'b' has already."
    ),
  ])
  func `a mistake is told with file, line and way`(mistake: InvalidKeyMapCase) {
    let error = #expect(throws: DesktopError.self) { try KeyMap(mistake.text) }
    let told = error?.outcomeError
    #expect(told?.kind == .badInput)
    #expect(told?.code == "malformedKeyMap")
    #expect(
      told?.message
        == "The key map '/home/ada/keymap.json' is wrong on line \(mistake.line): \(mistake.says)"
    )
    #expect(
      told?.data == [
        "file": "/home/ada/keymap.json", "line": .number(JSONNumber(mistake.line)),
        "path": .string(mistake.pointer),
      ]
    )
  }
}

struct InvalidKeyMapCase: Sendable, CustomTestStringConvertible {
  let text: String
  let line: Int
  let pointer: String
  let says: String

  init(_ text: String, _ line: Int, _ pointer: String, _ says: String) {
    self.text = text
    self.line = line
    self.pointer = pointer
    self.says = says
  }

  var testDescription: String { says }
}
