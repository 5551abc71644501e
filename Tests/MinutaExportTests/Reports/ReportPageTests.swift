import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// The pages of a report, measured from the drawing itself.
struct ReportPageTests {
  static let longWords = String(repeating: "Donaudampfschiff", count: 40)

  static let texts: [@Sendable (Int) -> String] = [
    { "Comment \($0)" },
    { String(repeating: "Fix the login of the shop, item \($0). ", count: 1 + $0 % 9) },
    { _ in longWords },
    { _ in "تقرير عن العمل في هذا الأسبوع مع بعض الملاحظات الطويلة نسبيًا" },
    { _ in "👩‍💻 Pairing 🚀🚀🚀 with 日本語のコメント and 한국어" },
  ]

  @Test(arguments: [0, 1, 7, 31, 366], [0, 1, 40, 700])
  func `no text overlaps another or leaves its page`(_ days: Int, _ count: Int) throws {
    for text in Self.texts {
      let data = ReportSample.report(days: days, comments: days == 0 ? 0 : count, text: text)
      let pages = SVGReportRenderer.file(data, try ReportSample.options()).files
      for page in pages {
        let boxes = TextBox.all(in: page)
        #expect(TextBox.overlaps(boxes) == [])
        let places = boxes.allSatisfy {
          $0.left >= 39.5 && $0.right <= 802.5 && $0.top >= 30 && $0.bottom <= 570
        }
        #expect(places)
      }
    }
  }

  @Test func `the comments of a day stay in one column`() throws {
    let data = ReportSample.report(days: 31, comments: 120) { "\($0 * 31 / 120) Comment" }
    let pages = SVGReportRenderer.file(data, try ReportSample.options()).files
    #expect(pages.count > 1)
    var columns: [Substring: Set<String>] = [:]
    for (index, page) in pages.enumerated() {
      for box in TextBox.all(in: page) where box.text.hasSuffix(" Comment") {
        columns[box.text.prefix { $0 != " " }, default: []].insert("\(index) \(box.left)")
      }
    }
    #expect(columns.count == 31)
    #expect(columns.values.allSatisfy { $0.count == 1 })
  }

  @Test func `a day that is taller than a column continues in the next one`() throws {
    let data = ReportSample.report(days: 1, comments: 100)
    let pages = SVGReportRenderer.file(data, try ReportSample.options()).files
    let texts = pages.flatMap { TextBox.all(in: $0) }.map(\.text)
    #expect(texts.filter { $0.hasPrefix("Comment ") }.count == 100)
    #expect(texts.contains { $0.hasSuffix("(continued)") })
  }

  @Test func `ten thousand comments are all on pages, of which a picture has the first`() throws {
    let data = ReportSample.report(days: 31, comments: 10_000, text: Self.texts[0])
    let options = try ReportSample.options()
    let pages = SVGReportRenderer.file(data, options).files
    let texts = pages.flatMap { SVGElement.all(in: $0) }.filter { $0.name == "text" }.map(\.text)
    #expect(texts.filter { $0.hasPrefix("Comment ") }.count == 10_000)
    let limit = ReportConversion.pageLimit
    let picture = SVGReportRenderer.file(data, options, limit: limit).text
    #expect(picture.contains("viewBox=\"0 0 842 \(limit * 607 - 12)\""))
    #expect(picture.contains(">\(pages.count - limit) more pages are left out of this picture.<"))
    #expect(picture.contains(">Page \(limit) of \(pages.count)<"))
    // Programs draw pictures of at most 32,767 rows.
    #expect((limit * 607 - 12) * 2 <= 32_767)
  }

  @Test func `a note says that the comments of too many records are left out`() throws {
    var data = ReportSample.report(days: 31, comments: 0)
    data.omitsComments = true
    let pages = SVGReportRenderer.file(data, try ReportSample.options()).files
    #expect(pages.count == 1)
    let note = TextBox.all(in: pages[0]).map(\.text).joined(separator: " ")
    #expect(note.contains("The comments of more than 10,000 records are left out."))
  }

  @Test func `the footer and the header replace their placeholders`() throws {
    var options = try ReportSample.options()
    options.header = "{title} {unknown} {"
    options.footer = "{total} in {range}, {zone}, {date}"
    let data = ReportSample.report(days: 1)
    let template = ReportTemplate(data, options)
    #expect(template.text(options.header) == "Time Report {unknown} {")
    let total = ReportHeader.total(data)
    let footer = "\(total) in 2–30 November 2026, Europe/Berlin, Mon, 2 Nov 2026"
    #expect(template.text(options.footer) == footer)
  }

  @Test func `a footer with the number of the page replaces the usual number`() throws {
    let data = ReportSample.report(days: 31, comments: 120)
    var options = try ReportSample.options()
    let usual = SVGReportRenderer.file(data, options).files
    #expect(usual[1].contains(">Page 2 of \(usual.count)<"))
    options.header = "{pages} pages"
    options.footer = "{page}/{pages} {title}"
    let pages = SVGReportRenderer.file(data, options).files
    #expect(pages.count == usual.count && pages.count > 1)
    #expect(pages[0].contains(">\(pages.count) pages<"))
    for (index, page) in pages.enumerated() {
      #expect(page.contains(">\(index + 1)/\(pages.count) Time Report<"))
      #expect(!page.contains(">Page "))
    }
  }
}
