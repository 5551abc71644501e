import JSONText

/// The words of sheets in the language of their reader.
package struct SheetWords: Sendable, Equatable {
  /// The language as HTML names it, such as `de-CH`.
  let language: String
  /// The words by the English ones, which stand for those that are missing.
  package private(set) var table: [String: String]

  /// English words.
  package static let english = SheetWords(locale: "en", table: [:])

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
  func text(_ english: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    ReportTemplate(values).text(table[english] ?? english)
  }

  /// Returns only some words.
  func limited(to words: [String]) -> SheetWords {
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
