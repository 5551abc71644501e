import MinutaTestSupport
import Testing

@testable import MinutaCore

/// Tests labels in random texts from pieces that are likely to be misread.
@Suite struct RandomLabelTests {
  private static let pieces = [
    "#", "#a", "#b", "#a=", "#b=1", "=", "\"", "'", "#a=\"x ", "#b='y", "a", "B", "1", "_", "-",
    " ",
    " ", "  ", "\t", "\n", "\r\n", "(", ")", ",", "é", "e\u{301}", "\u{301}", "読", "👍", "\u{FE0F}",
    "\\", "\u{0}", "+a",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...12, using: &random))
      .compactMap { _ in pieces.randomElement(using: &random) }.joined()
  }

  @Test func `a label in a comment has the same label as its text`() {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<20_000 {
      for label in Label.all(in: Self.text(&random)) {
        #expect(Label.all(in: label.text) == [label])
        #expect(Label(parsing: label.text) == label)
        #expect(Label(parsing: label.argument)?.text == label.text)
      }
    }
  }

  @Test func `adding and removing a label leaves the other labels and the text`() throws {
    var random = SeededGenerator(seed: 62)
    var added = 0
    for _ in 0..<20_000 {
      let comment = Self.text(&random)
      let value = Self.text(&random)
      let key = ["a", "b", "new"].randomElement(using: &random) ?? "a"
      let label = Label(key, value.isEmpty ? nil : value)
      let before = Label.all(in: comment)
      let longer = label.added(to: comment)
      let after = Label.all(in: longer)
      #expect(after.contains(label), "\(comment.debugDescription)")
      #expect(Set(after) == Set(before + [label]) && after.count <= before.count + 1)
      if before.contains(label) { #expect(longer.utf8.elementsEqual(comment.utf8)) }
      let shorter = label.removed(from: longer)
      #expect(
        Label.all(in: shorter) == after.filter { !label.matches($0) },
        "\(label.text) in \(longer.debugDescription) gives \(shorter.debugDescription)"
      )
      let isNew = !before.contains(where: label.matches)
      let endsInText = comment.unicodeScalars.last?.properties.isWhitespace == false
      if isNew, endsInText, longer.utf8.starts(with: comment.utf8) {
        added += 1
        #expect(shorter?.utf8.elementsEqual(comment.utf8) == true, "\(comment.debugDescription)")
      }
    }
    #expect(added > 1000)
  }

  @Test func `long hostile comments take little time`() throws {
    let label = try #require(Label(parsing: "a"))
    for piece in ["#a", "#a ", "#a=\"", "#", "#a='#", "##a=\"\n", "#a=1#"] {
      let comment = String(repeating: piece, count: 20_000)
      let labels = Label.all(in: comment)
      #expect(Label.all(in: label.removed(from: comment)).isEmpty)
      #expect(
        try #require(Label(parsing: "b=x y")).added(to: comment).utf8.count > comment.utf8.count
      )
      #expect(labels.count <= 20_000)
    }
  }
}
