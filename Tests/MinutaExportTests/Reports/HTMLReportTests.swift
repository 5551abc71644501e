import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaExport

/// The text of the HTML page for a report.
struct HTMLReportTests {
  private func page(_ report: RecordedReport, hidden: Set<ReportOptions.Part> = []) -> String {
    var options = RecordedReport.options
    options.hidden = hidden
    return ReportFormat.html.text(of: report.data, options)
  }

  /// Returns the part of a text between two others.
  private func part(of text: String, from start: String, to end: String) throws -> String {
    let rest = try #require(text.range(of: start)).upperBound
    let last = try #require(text.range(of: end, range: rest..<text.endIndex)).lowerBound
    return String(text[rest..<last])
  }

  @Test func `the tables have tags, weeks with their days, and days with their records`() throws {
    var report = RecordedReport()
    report.days = RecordedReport.firstDay..<RecordedReport.firstDay + 3
    report.dueMinutes = 120
    report.add("Acme/Website", "Fix the login\nand the <cart>")
    report.add("مشروع / 仕事 🙂", "\u{202E}إصلاح")
    report.add(nil, nil)
    let tables = try part(of: page(report), from: "<main>", to: "<footer>")
    let charts = try part(of: tables, from: "<section class=\"charts\"", to: "</section>")
    try expectSnapshot(tables.replacing(charts, with: ">"), "reports/tables.html")
  }

  @Test func `the policy allows the script and the style sheet of the page and nothing else`()
    throws
  {
    let text = page(.month)
    let policy = try part(of: text, from: "Content-Security-Policy\" content=\"", to: "\"")
    let style = try part(of: text, from: "<style>", to: "</style>")
    let script = try part(of: text, from: "<script>", to: "</script>")
    let sources = [("script", script), ("style", style)].map { name, content in
      let digest = SHA256.hex(of: Array(content.utf8))
      let bytes = stride(from: 0, to: 64, by: 2).map { index in
        UInt8(digest.dropFirst(index).prefix(2), radix: 16) ?? 0
      }
      return "\(name)-src 'sha256-\(Data(bytes).base64EncodedString())'; "
    }
    #expect(policy == "default-src 'none'; \(sources.joined())base-uri 'none'; form-action 'none'")
    #expect(!text.contains(" style="))
    #expect(!text.contains("src=") && !text.contains("href=") && !text.contains("@import"))
    #expect(!style.contains("url("))
  }

  @Test(arguments: [
    "</td><script>alert(1)</script>", "</style><script>alert(1)</script>", "<!--", "&lt;b&gt;",
    "\" onmouseover=\"alert(1)", "' x='", "nul\u{0} escape\u{1B}[31m \u{85}\u{FFFE}",
  ])
  func `hostile names and comments stay text`(_ hostile: String) throws {
    var report = RecordedReport()
    report.add(hostile, hostile)
    var data = report.data
    data.title = hostile
    data.dateRange = hostile
    data.timeZone = hostile
    let text = ReportFormat.html.text(of: data, RecordedReport.options)
    #expect(text.components(separatedBy: "<script>").count == 2)
    #expect(text.components(separatedBy: "</style>").count == 2)
    let markup = hostile.unicodeScalars.contains { "<>\"'&".unicodeScalars.contains($0) }
    #expect(text.contains(hostile) == !(markup || hostile.hasPrefix("nul")))
    #expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    if hostile.hasPrefix("nul") {
      #expect(text.contains("nul\u{FFFD} escape\u{FFFD}[31m \u{FFFD}\u{FFFD}"))
    }
  }

  @Test func `hidden parts aren't in the page`() {
    let full = page(.month)
    #expect(full.contains("Fix the login") && full.contains(">09:"))
    #expect(!page(.month, hidden: [.comments]).contains("Fix the login"))
    #expect(!page(.month, hidden: [.times]).contains(">09:"))
    #expect(!page(.month, hidden: [.records]).contains("id=\"records\""))
  }

  @Test func `reports without records, with one, and with 400 tags are complete`() {
    let empty = page(RecordedReport())
    #expect(empty.contains("<dd>0s</dd>") && !empty.contains("id=\"records\""))
    var one = RecordedReport()
    one.add(nil, nil)
    #expect(page(one).contains("<td>09:00–10:00<th><bdi>Untagged</bdi><td><td>1h 00m\n"))
    var many = RecordedReport()
    for index in 0..<400 { many.add("A tag with a name of forty characters \(index)", nil) }
    #expect(page(many).components(separatedBy: "<th scope=row><bdi>A tag").count == 401)
  }

  @Test func `a range without a due day has no cells for targets`() {
    var report = RecordedReport()
    report.days = RecordedReport.firstDay..<RecordedReport.firstDay + 1
    report.add(nil, nil)
    var data = report.data
    data.days[0].dueSeconds = 0
    let page = ReportFormat.html.text(of: data, RecordedReport.options)
    #expect(!page.contains("<td class=detail data-v=0>"))
  }

  @Test(arguments: [10, 333]) func `10,000 records take at most 2 MB`(perDay: Int) {
    let size = page(.long(10_000, perDay: perDay)).utf8.count
    #expect(size <= 2_000_000, "\(size) bytes")
  }
}
