import JSONText
import MinutaCore

/// The words of reports and sheets in the language of their reader.
package struct ReportWords: Sendable, Equatable {
  /// The language as HTML names it, such as `de-CH`.
  let language: String
  /// The words by the English ones, which stand for those that are missing.
  package private(set) var table: [String: String]

  /// English words.
  package static let english = ReportWords(locale: "en", table: [:])

  /// - Parameter locale: the language of the words, such as `de_CH`.
  package init(locale: String, table: [String: String]) {
    language = locale.replacing("_", with: "-")
    self.table = table
  }

  /// Creates the words of a locale from those of the user, or else from the table of languages.
  ///
  /// - Parameter own: the user's words by language, such as `de`, or by locale, such as `de_CH`.
  package init(locale: String, own: [String: [String: String]]) {
    let name = locale.replacing("-", with: "_")
    let language = String(name.prefix { $0 != "_" })
    let tables = [language == "en" ? nil : Self.languages[language], own[language], own[name]]
    let table = tables.reduce(into: [String: String]()) { $0.merge($1 ?? [:]) { $1 } }
    self.init(locale: locale, table: table)
  }

  /// Returns a word or sentence in the language.
  ///
  /// - Parameter values: the texts that replace placeholders such as `{number}`.
  package func text(
    _ english: String,
    _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    let word = table[english] ?? english
    return values.isEmpty ? word : ReportTemplate(values).text(word)
  }

  /// Returns a count with its noun, such as `1 record` or `1,234 records`.
  ///
  /// - Parameters:
  ///   - one: the text for one, such as `{count} record`.
  ///   - other: the text for any other count.
  func count(_ count: Int, _ one: String, _ other: String) -> String {
    let isOne = count == 1 || count == 0 && language.hasPrefix("fr")
    return text(isOne ? one : other, ["{count}": number(count)])
  }

  /// Returns `1 record` or `24 records`.
  func records(_ count: Int) -> String { self.count(count, "{count} record", "{count} records") }

  /// Returns `1 day` or `24 days`.
  func days(_ count: Int) -> String { self.count(count, "{count} day", "{count} days") }

  /// Returns `1 image` or `2 images`.
  func images(_ count: Int) -> String { self.count(count, "{count} image", "{count} images") }

  /// Returns `1 more image` or `2 more images`.
  func moreImages(_ count: Int) -> String {
    self.count(count, "{count} more image", "{count} more images")
  }

  /// Returns a whole number with the separators of the language, such as `1,234`.
  func number(_ number: Int) -> String {
    // Only a large number needs the locale, which takes long to look up.
    if abs(number) < 1_000 { return String(number) }
    return AmountFormatter(language).text(DecimalNumber(units: number, places: 0))
  }

  /// Returns only some words.
  func limited(to words: [String]) -> ReportWords {
    var limited = self
    limited.table = table.filter { words.contains($0.key) }
    return limited
  }

  /// The words of some languages, by the English ones.
  package static let languages: [String: [String: String]] = {
    let json = try? JSONValue(parsing: PackageResources.words_json)
    return (try? json?.decode()) ?? [:]
  }()
}
