import MinutaCore

/// Replaces the placeholders in the header and the footer of a report.
///
/// They are `{title}`, `{range}`, `{total}`, `{zone}`, `{date}`, `{page}` and `{pages}`.
struct ReportTemplate {
  private let values: [(name: String, text: String)]

  /// - Parameters:
  ///   - page: the number of the page, from 1.
  ///   - pages: the number of pages.
  init(_ data: ReportData, _ options: ReportOptions, page: Int = 1, of pages: Int = 1) {
    values = [
      ("{title}", data.title),
      ("{range}", data.dateRange),
      ("{total}", DurationFormat.text(seconds: data.totalSeconds)),
      ("{zone}", data.timeZone),
      ("{date}", ReportLocale(options.locale).fullDay(options.today)),
      ("{page}", "\(page)"),
      ("{pages}", "\(pages)"),
    ]
  }

  /// Whether a template has the number of the page.
  static func hasPage(_ template: String) -> Bool { template.contains("{page}") }

  /// Returns the text of a template; unknown placeholders stay as they are.
  func text(_ template: String) -> String {
    var result = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      let value = values.first { rest.hasPrefix($0.name) }
      result += value?.text ?? "{"
      rest = rest.dropFirst(value?.name.count ?? 1)
    }
    return result + rest
  }
}

extension ReportTemplate {
  /// Creates a template with other placeholders, such as `{number}`.
  init(_ values: KeyValuePairs<String, String>) {
    self.values = values.map { (name: $0.key, text: $0.value) }
  }
}
