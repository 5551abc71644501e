package import Foundation
package import MinutaCore

/// The choices of the person who asks for a report.
package struct ReportOptions: Sendable {
  package var range: TimeRange
  /// The calendar that gives local times and days.
  package var days: LocalCalendar
  package var title = "Time Report"
  /// A line above the title, such as a company's name; empty for none.
  ///
  /// The placeholders of `ReportTemplate` are replaced in it, and in `footer`.
  package var header = ""
  /// The line at the bottom of each page, before the page's number if it doesn't have it.
  package var footer = "Time zone {zone}. Made on {date}."
  /// The parts to leave out, for privacy.
  package var hidden: Set<Part> = []
  /// Whether the labels at the end of comments are shown.
  package var showsLabels = false
  /// The language of dates and numbers, such as `de_DE`; that of the words is in `words`.
  package var locale = "en_GB"
  /// The words of the charts, tables and sheets.
  package var words = ReportWords.english
  /// The day on which the report is made, in days since 1970-01-01.
  package var today = 0
  /// Whether the spans of all days are collected, also in a range that is too long to draw them.
  package var needsSpans = false
  /// The source of the records' images; nil if none are shown.
  package var images: (any ReportImageProvider)?

  /// A part of a report that can be hidden.
  package enum Part: String, Codable, Sendable, CaseIterable {
    case comments
    case images
    case records
    case tags
    case times
  }

  /// The footer in the language of the words, if it is the usual one.
  var translatedFooter: String { words.text(footer) }

  package init(range: TimeRange, days: LocalCalendar) {
    self.range = range
    self.days = days
  }

  /// Returns the text of a record's comment as the report shows it; nil if there is none.
  func shownText(of comment: String?) -> String? {
    let text = showsLabels ? comment : Self.withoutLabels(comment)
    guard let text, text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    return text.reportText
  }

  /// Returns a comment without the labels at its end; a number such as `#12` stays.
  private static func withoutLabels(_ comment: String?) -> String? {
    let parts = CommentParts(comment)
    let numbers = parts.labels.filter { label in
      label.writtenValue == nil && label.name.allSatisfy(\.isNumber)
    }
    return CommentParts(text: parts.text, labels: numbers).comment
  }
}

/// Reads the images of records for a report.
package protocol ReportImageProvider: Sendable {
  /// Returns the content of an image file; nil if it can't be read.
  func imageData(_ filename: String, of recordId: UUID) -> [UInt8]?
}
