import JSONText
import Testing

private let lines = """
  {
    "a": 1, "b": [
      {"c": "x\\n{"},

      [true,
       [
       ]], -1.5e3
    ],
    "a/b":
      null,
    "\\u00e9": {
      "d": {}
    }
  }
  """

@Test(arguments: [
  ([], 1), (["a"], 2), (["b"], 2), (["b", "0"], 3), (["b", "0", "c"], 3), (["b", "1"], 5),
  (["b", "1", "0"], 5), (["b", "1", "1"], 6), (["b", "2"], 7), (["a/b"], 10), (["é"], 11),
  (["é", "d"], 12),
])
func `a pointer finds its line`(tokens: [String], line: Int) {
  #expect(JSONPointer(tokens).line(in: Array(lines.utf8)) == line)
}

@Test(arguments: [(["x"], 1), (["b", "0", "x"], 3), (["é", "x"], 11), (["é", "d", "x"], 12)])
func `a missing member has the line of its object`(tokens: [String], line: Int) {
  #expect(JSONPointer(tokens).line(in: Array(lines.utf8)) == line)
}

@Test(arguments: [
  ["a", "x"], ["b", "3"], ["b", "x"], ["b", "01"], ["b", "1", "1", "0"], ["x", "y"],
  ["b", "0", "c", "0"], ["e\u{301}", "d"],
])
func `a pointer to a missing value has no line`(tokens: [String]) {
  #expect(JSONPointer(tokens).line(in: Array(lines.utf8)) == nil)
}

@Test(arguments: [
  "", "{", "{\"a\"", "{\"a\":", "{\"a\" 1}", "{\"b\":x,\"a\":1}", "{\"b\":1;\"a\":1}", "[}",
  "{1:2}",
])
func `text that is not JSON has no line`(text: String) {
  #expect(JSONPointer(["a"]).line(in: Array(text.utf8)) == nil)
  #expect(JSONPointer(["a", "b"]).line(in: Array(text.utf8)) == nil)
}

@Test func `a truncated text never crashes`() {
  let bytes = Array(lines.utf8)
  let ways = [["é", "d"], ["b", "1", "1"], ["x"], []]
  for end in bytes.indices {
    for way in ways {
      let line = JSONPointer(way).line(in: Array(bytes[..<end]))
      #expect((1...14).contains(line ?? 1))
    }
  }
}
