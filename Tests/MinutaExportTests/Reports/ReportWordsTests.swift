import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// The words of reports in other languages.
struct ReportWordsTests {
  /// Words without letters, which keep their placeholders.
  private static let mute: ReportWords = {
    let keys = ReportWords.languages["de"].map { Array($0.keys) } ?? []
    let words = keys.map { key in
      (key, "·" + key.matches(of: /\{\w+\}/).map { String($0.output) }.joined(separator: " "))
    }
    return ReportWords(locale: "ja", table: Dictionary(uniqueKeysWithValues: words))
  }()

  /// Returns a report whose names have no letters.
  private static func report(
    days: Int,
    tags: Int = 4,
    comments: Int = 9,
    omitsComments: Bool = false
  ) -> ReportData {
    let names = (0..<tags).map { Optional("\($0 % 40)/\($0)") } + [nil]
    var data = ReportSample.report(days: days, names: names, comments: comments) { "\($0)" }
    (data.title, data.dateRange, data.timeZone) = ("1", "2", "3")
    data.omitsComments = omitsComments
    if !data.comments.isEmpty { data.comments[0].imageFilenames = ["1.png"] }
    data.records = data.days.filter { $0.totalSeconds > 0 }.map { day in
      ReportRecord(id: .init(), day: day.day, start: "08:00", seconds: 90, tag: 0)
    }
    return data
  }

  /// Returns the words in a file, without its markup and without the units of durations.
  private static func letters(_ file: String) -> [String] {
    var text = file.replacing(#/<(style|script)>[\s\S]*?</(style|script)>/#, with: "")
    text = text.replacing(#/<[^>]*>/#, with: " ")
    text = text.replacing(#/&\w+;/#, with: " ").replacing(#/\d+[hms]\b/#, with: "")
    return text.matches(of: /[A-Za-z]+/).map { String($0.output) }
  }

  @Test(arguments: [(7, 4), (31, 400), (100, 40), (366, 4), (2000, 4)])
  func `no English word is left`(_ days: Int, _ tags: Int) throws {
    var options = try ReportSample.options()
    (options.locale, options.words) = ("ja_JP", Self.mute)
    let reports = [
      Self.report(days: days, tags: tags), Self.report(days: days, tags: tags, omitsComments: true),
      Self.report(days: 0, comments: 0), Self.report(days: 1, comments: 200),
    ]
    for data in reports {
      let picture = SVGReportRenderer.file(data, options, limit: 1).text
      #expect(Self.letters(picture) == [])
      let timesheet = Timesheet.sheet(data, options, carried: 60)
      let sheets = [timesheet, SummarySheet.sheet(data, before: data, options)]
      for format in ReportFormat.allCases {
        for text in [format.text(of: data, options)] + sheets.map({ format.text(of: $0) }) {
          #expect(Self.letters(text) == [], "\(format)")
        }
      }
    }
  }

  @Test(arguments: [
    ("en_GB", 0, "0 records"), ("en_GB", 1, "1 record"), ("en_GB", 12_345, "12,345 records"),
    ("de_CH", 12_345, "12’345 Einträge"), ("fr_FR", 0, "0 enregistrement"),
    ("it_IT", 0, "0 registrazioni"), ("sv_SE", 2, "2 records"),
  ])
  func `a count has its noun and the separators of the language`(
    _ locale: String,
    _ count: Int,
    _ text: String
  ) {
    #expect(ReportWords(locale: locale, own: [:]).records(count) == text)
  }

  @Test func `the words of the script are those of the page`() throws {
    var options = RecordedReport.options
    options.locale = "de_CH"
    options.words = ReportWords(locale: "de_CH", own: [:])
    let page = ReportFormat.html.text(of: RecordedReport.month.data, options)
    #expect(page.contains("<html lang=\"de-CH\">"))
    #expect(page.contains(" data-part=\"Summe der gezeigten Einträge\""))
    #expect(page.contains("<option value=\"week\">Woche</option>"))
    #expect(page.contains("<th scope=col data-k=comment>Kommentar"))
  }
}
