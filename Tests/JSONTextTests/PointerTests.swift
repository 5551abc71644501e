import JSONText
import Testing

/// The example document of RFC 6901, section 5.
private let example: JSONValue = [
  "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
  " ": 7, "m~n": 8,
]

@Test(arguments: [
  (["foo"], "/foo", ["bar", "baz"] as JSONValue), (["foo", "0"], "/foo/0", "bar"), ([""], "/", 0),
  (["a/b"], "/a~1b", 1), (["c%d"], "/c%d", 2), (["e^f"], "/e^f", 3), (["g|h"], "/g|h", 4),
  (["i\\j"], "/i\\j", 5), (["k\"l"], "/k\"l", 6), ([" "], "/ ", 7), (["m~n"], "/m~0n", 8),
])
func `a pointer is formatted and resolved`(tokens: [String], text: String, value: JSONValue) {
  let pointer = JSONPointer(tokens)
  #expect(pointer.description == text)
  #expect(example.value(at: pointer) == value)
}

@Test func `the empty pointer refers to the whole value`() {
  #expect(JSONPointer().description == "")
  #expect(example.value(at: JSONPointer()) == example)
}

@Test(arguments: [
  ("~1", "/~01"), ("/~", "/~1~0"), ("//", "/~1~1"), ("/\u{301}", "/~1\u{301}"),
  ("~\u{301}", "/~0\u{301}"), ("é/ü", "/é~1ü"),
])
func `tildes and slashes are escaped`(token: String, text: String) {
  #expect(JSONPointer([token]).description.unicodeScalars.elementsEqual(text.unicodeScalars))
}

@Test(arguments: ["2", "-1", "-", "+0", "00", "01", "-0", "1e0", "", "bar", "99999999999999999999"])
func `an invalid index finds no element`(token: String) {
  #expect(example.value(at: JSONPointer(["foo", token])) == nil)
}

@Test(arguments: [["bar"], ["foo", "0", "0"], ["", "0"], ["a~1b"]])
func `a missing path finds no value`(tokens: [String]) {
  #expect(example.value(at: JSONPointer(tokens)) == nil)
}

@Test func `appending adds keys and indices`() {
  #expect(JSONPointer().appending("a/b").appending(3).description == "/a~1b/3")
}
