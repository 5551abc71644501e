import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// Texts in drawings: their widths, line breaks and characters.
struct ReportTextTests {
  @Test func `the widths are those of the font`() {
    #expect(ReportFont(size: 2048).width("Aé0 ") == 1366 + 1139 + 1139 + 569)
    #expect(ReportFont(size: 2048, isBold: true).width("A") == 1479)
    // Two columns of a terminal for an emoji with joiners, none for a combining accent.
    #expect(ReportFont(size: 2048).width("👩‍💻") == 2 * 1320)
    #expect(ReportFont(size: 2048).width("\u{200B}") == 0)
  }

  @Test(arguments: [
    ("one two three", 1, ["one tw…"]),
    ("one two three", 2, ["one two", "three"]),
    ("abcdefghijklmnop", 4, ["abcdefgh", "ijklmnop"]),
    ("  ", 4, []),
    ("a\nb", 4, ["a b"]),
  ])
  func `a text is broken at blanks and ends with an ellipsis`(
    _ text: String,
    _ limit: Int,
    _ lines: [String]
  ) {
    let font = ReportFont(size: 10)
    let width = font.width("abcdefgh") + 1
    let found = font.lines(of: text, width: width, limit: limit)
    #expect(found == lines)
    #expect(found.allSatisfy { font.width($0) <= width })
  }

  @Test(arguments: [
    ("Plan", "Plan", false), ("12 عميل", "Website", true), ("פרויקט App", "App פרויקט", true),
    ("🙂 «שלום»", "🙂 (Party)", true), ("Ärger", "123 …", false),
  ])
  func `the first letter decides about the direction of a text`(
    _ text: String,
    _ other: String,
    _ isRightToLeft: Bool
  ) {
    #expect(text.isRightToLeft == isRightToLeft && !other.isRightToLeft)
  }

  @Test func `a text from right to left keeps its side`() {
    var content = SVGContent()
    let font = ReportFont(size: 9)
    content.add("עברית", x: 1, y: 2, font)
    content.add("עברית", x: 1, y: 2, font, "ink", .end)
    content.add("עברית", x: 1, y: 2, font, "ink", .middle)
    content.add("Plan", x: 1, y: 2, font, isRightToLeft: true)
    let elements = SVGElement.all(in: content.text)
    #expect(elements.map { $0.attributes["text-anchor"] } == ["end", nil, "middle", "end"])
    #expect(elements.allSatisfy { $0.attributes["direction"] == "rtl" })
  }

  @Test(.requires("rsvg-convert"), arguments: [false, true])
  func `the widths are those that rsvg-convert draws`(_ isBold: Bool) async throws {
    let texts = [
      "The quick brown fox jumps over the lazy dog", "0123456789:-+%/", "ÄÖÜäöüß éèêç ŁłŚś ČčŽž",
      "Привет, как дела", "Καλημέρα κόσμε", "“Quotes” – dashes — and… €",
    ]
    for text in texts {
      let weight = isBold ? "bold" : "normal"
      let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" width="9000" height="300"><text id="t" x="10" y="200" \
        font-family="Liberation Sans" font-weight="\(weight)" font-size="100">\(text.xmlEscaped)\
        </text></svg>
        """
      let home = try TemporaryDirectory()
      try home.write(svg, to: "t.svg")
      let arguments = ["--export-id=t", "--output=\(home.path)/t.png", "\(home.path)/t.svg"]
      let result = try await TestPrograms.run(try Self.program("rsvg-convert"), arguments)
      try #require(result.status == 0, "\(result.errors)")
      let png = try Data(contentsOf: URL(filePath: "\(home.path)/t.png"))
      let drawn = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
      let width = ReportFont(size: 100, isBold: isBold).width(text)
      // The drawn width has no blank at its edges, and pairs of letters may be closer.
      #expect(Double(drawn) <= width + 3 && Double(drawn) >= width * 0.95, "\(text)")
    }
  }

  @Test func `hostile names and comments stay text`() throws {
    let name = "</svg><script>alert(1)</script>\u{202E}evil\u{0007}&\"'"
    var data = ReportSample.report(days: 7, names: [name, nil], comments: 5) { _ in
      "]]> <!-- \u{1B}[31m \u{2066}x </text><image href=\"http://x\"/>"
    }
    data.title = name
    let svg = SVGReportRenderer.file(data, try ReportSample.options()).text
    let scalars = svg.unicodeScalars
    #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    #expect(svg.components(separatedBy: "</svg>").count == 2)
    #expect(!svg.contains("<script") && !svg.contains("<image"))
  }

  @Test(.requires("xmllint", "rsvg-convert"), arguments: [0, 1, 31, 366])
  func `other programs read the drawing`(_ days: Int) async throws {
    let home = try TemporaryDirectory()
    let data = ReportSample.report(
      days: days,
      names: ["<&>\u{1}", "👩‍💻", "مرحبا", nil],
      comments: min(days * 3, 500)
    ) { ReportPageTests.texts[$0 % 5]($0) }
    try home.write(SVGReportRenderer.file(data, try ReportSample.options()).text, to: "r.svg")
    let path = "\(home.path)/r.svg"
    let checked = try await TestPrograms.run(
      try Self.program("xmllint"),
      ["--noout", "--nonet", path]
    )
    #expect(checked.errors == "" && checked.status == 0)
    let drawn = try await TestPrograms.run(
      try Self.program("rsvg-convert"),
      ["--output=\(home.path)/r.png", path]
    )
    #expect(drawn.errors == "" && drawn.status == 0)
  }

  private static func program(_ name: String) throws -> String {
    try #require(TestPrograms.installed(name))
  }
}
