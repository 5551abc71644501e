import JSONText
import MinutaTestSupport

/// A frame of Watson.
struct WatsonFrame {
  var start: Int
  var end: Int
  var project: String
  var tags: [String] = []
  var id = "3f2a9c1d0b7e4a5f8c6d1e2f3a4b5c6d"

  var json: JSONValue {
    [
      .number(JSONNumber(start)), .number(JSONNumber(end)), .string(project), .string(id),
      .array(tags.map { .string($0) }), .number(JSONNumber(end)),
    ]
  }

  /// Returns random frames, sorted by start, which may overlap.
  static func random(_ count: Int, seed: UInt64) -> [WatsonFrame] {
    var generator = SeededGenerator(seed: seed)
    var start = 1_709_280_000
    return (0..<count).map { _ in
      start += [0, 60, 900, 7200, 21_613].randomElement(using: &generator) ?? 0
      let seconds =
        [0, 1, 59, 60, 1800, 3661, 20_000, 90_000].randomElement(using: &generator) ?? 0
      let tags = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        names.randomElement(using: &generator) ?? "x"
      }
      let digits = (0..<32).map { _ in
        String(Int.random(in: 0..<16, using: &generator), radix: 16)
      }
      return WatsonFrame(
        start: start,
        end: start + seconds,
        project: names.randomElement(using: &generator) ?? "x",
        tags: tags,
        id: digits.joined()
      )
    }
  }

  private static let names = [
    "apollo", "Apollo", "Acme/Website/Design", "voyager 1", "client=Acme Inc.", "R&D; rm -rf ~",
    "Büro", "仕事", "a b  c", "\"quoted\"", "it's \"odd\"", "=SUM(A1)", "/usr/", "usr", "/", "a//b",
    " blank ", "tag", "tag=x", "#12", "12", "back\\slash", "</script>", "a,b", "\u{202E}bidi", "🙂",
    "e\u{301}", "\u{301}", "two\nlines", "tab\there", String(repeating: "long ", count: 200),
  ]
}
