/// Parts of JSON text, such as brackets and escapes, that a mutator inserts into documents.
package enum JSONFragments {
  package static let all: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "/", "-", "+", ".", "e", "E", "0", "1", "9", " ",
      "\n", "\t", "\r", "\u{0}", "\u{B}", "\u{1F}", "\u{7F}", "\u{85}", "\u{A0}", "é", "😀", "u",
      "\\u", "\\ud83d", "\\udc00", "\\u00e9", "\\n", "true", "null", "NaN", "1e5", "-0", "\"a\":",
      "[]", "{}", ",\"a\":1", ",1",
    ].map { Array($0.utf8) } + [[0x80], [0xC0], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xFF]]

  /// Returns all fragments of this list and the given texts.
  package static func with(_ texts: [String]) -> [[UInt8]] { all + texts.map { Array($0.utf8) } }
}
