import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct CommentPartsTests {
  @Test(arguments: Self.splits)
  func `a stored comment is a text and the labels at its end`(
    _ stored: String?,
    _ text: String?,
    _ labels: [Label]
  ) {
    #expect(CommentParts(stored) == CommentParts(text: text, labels: labels))
  }

  @Test(arguments: Self.compositions)
  func `a comment is stored so that it can be split again`(
    _ text: String?,
    _ labels: [Label],
    _ stored: String
  ) {
    let comment = CommentParts(text: text, labels: labels)
    #expect(comment.comment == stored)
    let split = CommentParts(stored)
    #expect(split.labels.map(\.text) == labels.map(\.text))
    #expect(split.text == (text == " " ? nil : text))
  }

  @Test func `random texts and labels come back from a stored comment`() {
    var generator = SeededGenerator(seed: 1)
    let pieces = [
      "a", "#", "#b", " ", "  ", "\"", "'", "\\", "\\u0022", "\\u005C", "u00", "=", "\n", "é", "🙂",
      "e\u{301}", "\u{301}", "#tag=", "#x=\"", "\t", "\r", "#A", "\u{2028}", "\u{A0}", "1", "-",
      "½",
    ]
    func text(_ longest: Int) -> String {
      let count = Int.random(in: 0...longest, using: &generator)
      return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<5000 {
      let start = text(6)
      let isBlank = start.allSatisfy(\.isWhitespace)
      let labels = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        Label("tag", text(4))
      }
      let comment = CommentParts(text: isBlank ? nil : start, labels: labels)
      let split = CommentParts(comment.comment)
      #expect(split == comment, "\(String(reflecting: comment.comment))")
      #expect(split.labels.map(\.text) == comment.labels.map(\.text))
      #expect(Array((split.text ?? "").utf8) == Array((comment.text ?? "").utf8))
    }
  }

  private static let splits: [(stored: String?, text: String?, labels: [Label])] = [
    (nil, nil, []),
    ("", nil, []),
    ("Planning", "Planning", []),
    ("Fix #12 in C#", "Fix #12 in C#", []),
    ("Fix #12", "Fix", [Label("12")]),
    ("#billable", nil, [Label("billable")]),
    (" #billable ", nil, [Label("billable")]),
    ("Review  #ticket=R-12 #billable ", "Review", [Label("ticket", "R-12"), Label("billable")]),
    ("Call #client=\"Acme Inc.\"", "Call", [Label("client", "Acme Inc.")]),
    ("Call #client='say \"x\"'", "Call", [Label("client", "say \"x\"")]),
    ("Call #client=\"Acme Inc", "Call #client=\"Acme Inc", []),
    ("Call #client=\"Acme\".", "Call #client=\"Acme\".", []),
    ("Call #a=\"x #b", "Call #a=\"x", [Label("b")]),
    ("Call #a= #b", "Call", [Label("a"), Label("b")]),
    ("Call #a!#b", "Call #a!#b", []),
    ("Call #a=\"x\"#b #C", "Call #a=\"x\"#b", [Label("c")]),
    ("Call #a=\"x\\u0022y\"", "Call", [Label("a", "x\"y")]),
    ("Call (#a)", "Call (#a)", []),
    ("Call x#a", "Call x#a", []),
    ("Call ##a", "Call ##a", []),
    ("#a #b then #c", "#a #b then", [Label("c")]),
    ("two\nlines #a", "two\nlines", [Label("a")]),
    ("Fix #12\n#a #b", "Fix #12", [Label("a"), Label("b")]),
    ("two \r\n #a", "two ", [Label("a")]),
    ("two\n\n#a", "two\n", [Label("a")]),
    ("#a\nlast", "#a\nlast", []),
    ("#a\n", "#a\n", []),
    ("Büro #größe=Übermaß #e\u{301}", "Büro", [Label("größe", "Übermaß"), Label("e\u{301}")]),
    ("#empty=\"\"", nil, [Label("empty", "")]),
  ]

  private static let compositions: [(text: String?, labels: [Label], stored: String)] = [
    ("Fix", [Label("a")], "Fix #a"),
    ("Fix #12", [Label("a")], "Fix #12\n#a"),
    ("Fix #12.", [Label("a")], "Fix #12. #a"),
    ("Fix ", [Label("a")], "Fix \n#a"),
    ("Fix\n", [Label("a"), Label("b", "c d")], "Fix\n\n#a #b=\"c d\""),
    (nil, [Label("a", "-1")], "#a=-1"),
    (" ", [Label("a", "½")], "#a=\"½\""),
    ("x", [Label("tag", "")], "x #tag=\"\""),
    ("x", [Label("tag", "say \"x\"")], "x #tag='say \"x\"'"),
    ("x", [Label("tag", "it's")], "x #tag=\"it's\""),
    ("x", [Label("tag", "it's \"x\"")], #"x #tag="it's \u0022x\u0022""#),
    ("x", [Label("tag", "a\nb\r\nc")], #"x #tag="a\u000Ab\u000D\u000Ac""#),
    ("x", [Label("tag", #"C:\dir"#)], #"x #tag="C:\dir""#),
    ("x", [Label("tag", #"C:\u0022"#)], #"x #tag="C:\u005Cu0022""#),
  ]
}
