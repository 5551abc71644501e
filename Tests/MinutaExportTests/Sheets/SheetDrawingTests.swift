import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// The drawings of sheets, measured in points.
@Suite struct SheetDrawingTests {
  private struct DrawnText {
    let left: Double
    let right: Double
    let y: Double
    let text: String
  }

  private static func texts(_ page: String) -> [DrawnText] {
    let pattern =
      #/
      <text\ x="([\d.]+)"\ y="([\d.]+)"\ font-size="([\d.]+)"
      (\ font-weight="700")?[^>]*?(\ text-anchor="end")?>([^<]*)<
      /#
    return page.matches(of: pattern).map { match in
      let font = ReportFont(size: Double(match.3) ?? 0, isBold: match.4 != nil)
      let text = String(match.6).replacing("&amp;", with: "&").replacing("&lt;", with: "<")
      let (x, width) = (Double(match.1) ?? 0, font.width(text))
      let left = match.5 == nil ? x : x - width
      return DrawnText(left: left, right: left + width, y: Double(match.2) ?? 0, text: text)
    }
  }

  private static func sheet(rows: Int) -> Sheet {
    var sheet = Sheet(
      title: "Invoice " + String(repeating: "2026", count: 30),
      columns: [RowColumn("Description"), RowColumn("Amount", .money)]
    )
    sheet.sender = ["Ada Example"]
    sheet.recipient = [String(repeating: "Acme & Sons ", count: 20), "Harbour 2"]
    sheet.facts = [Sheet.Fact("Date", String(repeating: "November ", count: 30))]
    sheet.rows = (0..<rows).map { row in
      [String(repeating: "Fix the login ", count: row % 12), "\(row).00"]
    }
    sheet.totals = [["Sub-total", "1.00"], ["Total", "123,456,789.00"]]
    sheet.notes = [String(repeating: "Payable within 30 days. ", count: 12)]
    sheet.signatures = ["Date, employee", "Date, supervisor"]
    return sheet
  }

  @Test(arguments: [0, 1, 12, 31, 200])
  func `no text leaves its page or overlaps another one`(rows: Int) {
    let pages = SheetDrawing.file(of: Self.sheet(rows: rows)).files
    #expect(pages.count >= max(1, rows / 30))
    for page in pages {
      let texts = Self.texts(page)
      #expect(!texts.isEmpty)
      Self.expectDistinctTexts(texts)
      for text in texts { #expect(text.y >= 40 && text.y <= 815, "\(text)") }
    }
  }

  @Test(arguments: [
    "Zeit", "Geleistete Arbeitszeit", "Heures de travail effectivement travaillées",
    "Arbeitszeitkontenabrechnungsdifferenz", String(repeating: "W", count: 60), "",
  ])
  func `long titles of columns stay on the sheet`(title: String) {
    for count in [1, 3, 8] {
      var sheet = Self.sheet(rows: 3)
      sheet.columns =
        [RowColumn("Beschreibung der Leistung")]
        + (0..<count).map { RowColumn("\($0) \(title)", .number) }
      sheet.rows = [["Sun, 1 Nov 2026"] + Array(repeating: "1,234:45", count: count)]
      sheet.totals = [
        [String(repeating: "Gesamt", count: 30)] + Array(repeating: "9:00", count: count)
      ]
      sheet.signatures = [String(repeating: "Datum ", count: 40), "Datum"]
      sheet.facts = [Sheet.Fact(String(repeating: "Zeitraum ", count: 30), "November")]
      for page in SheetDrawing.file(of: sheet).files { Self.expectDistinctTexts(Self.texts(page)) }
    }
  }

  private static func expectDistinctTexts(_ texts: [DrawnText]) {
    for (index, text) in texts.enumerated() {
      #expect(text.left >= 47 && text.right <= 548, "\(text)")
      for other in texts[(index + 1)...] where abs(other.y - text.y) < 7 {
        #expect(other.left >= text.right || other.right <= text.left, "\(text) \(other)")
      }
    }
  }

  @Test func `each page has the titles of the table and its number`() {
    let pages = SheetDrawing.file(of: Self.sheet(rows: 200)).files
    for (index, page) in pages.enumerated() {
      #expect(page.contains(">Page \(index + 1) of \(pages.count)<"))
      if index < pages.count - 1 { #expect(page.contains(">Amount<")) }
    }
    let whole = ReportFormat.svg.text(of: Self.sheet(rows: 200))
    #expect(whole.contains("viewBox=\"0 0 595 \(pages.count * 854 - 12)\""))
  }

  @Test func `rows, totals and signatures are drawn`() {
    let drawn = SheetDrawing.file(of: Self.sheet(rows: 40)).files.flatMap(Self.texts).map(\.text)
    for text in ["0.00", "39.00", "Sub-total", "Total", "123,456,789.00", "Date, employee"] {
      #expect(drawn.contains(text), "\(text)")
    }
  }

  @Test(.requires("xmllint")) func `a drawing is well-formed`() async throws {
    let folder = try TemporaryDirectory()
    var sheet = Self.sheet(rows: 3)
    sheet.title = "<script>\u{1}\u{202E}&\"'"
    try folder.write(ReportFormat.svg.text(of: sheet), to: "sheet.svg")
    let path = "\(folder.path)/sheet.svg"
    let xmllint = try #require(TestPrograms.installed("xmllint"))
    let checked = try await TestPrograms.run(xmllint, ["--noout", "--nonet", path])
    #expect(checked.errors == "" && checked.status == 0)
  }
}
