import IntentKit
import JSONText
import MinutaCore
import MinutaExport

extension IntentFlags {
  /// The names of the formats that the command writes; empty if it has no parameter `format`.
  var formats: [String] {
    guard let schema = definition.properties["format"] else { return [] }
    if let names = schema["enum"]?.array { return names.compactMap(\.string) }
    return definition.id == "Export" ? ExportFormats.all.map { $0.name }.sorted() : []
  }

  /// The names by which the command finds a format, such as those of programs.
  private var formatNames: [String] {
    formats + (definition.id == "Export" ? ExportFormats.all.flatMap { $0.otherNames } : [])
  }

  /// Sets the format that stands among the positional arguments.
  ///
  /// `minuta export` needs one, which may stand anywhere, as in `export last month json`. A command
  /// that can do without takes only its last argument, or its first if that isn't a tag.
  func setFormat(_ words: inout CommandLineArguments) throws(Failure) {
    guard definition.properties["format"] != nil, words.values["format"] == nil else { return }
    let names = formatNames
    let positional = definition.command?.positional ?? []
    let all = words.positionals.dropLast(words.literalCount)
    let index: Int?
    if positional.contains("format") {
      index = all.firstIndex { names.contains($0.lowercased()) }
      if index == nil, !all.isEmpty, all.rangeLength != nil {
        let other = all.dropFirst().last.flatMap { Self.isLikeFormat($0, names) ? $0 : nil }
        let rest = words.positionals.filter { $0 != other }.text
        let near = other.flatMap { word in
          Self.spreadsheets.contains(word.lowercased())
            ? "csv" : TypoSuggester.closest(to: word, in: names)
        }
        throw .formatMissing(
          definition.command?.name ?? "",
          rest,
          formats,
          insteadOf: other,
          near: near ?? (words.global.wantsJSON ? "json" : nil)
        )
      }
    } else {
      let takesTagFirst = positional.first.map(definition.takesTag) ?? false
      let places = takesTagFirst ? all.indices.dropFirst().suffix(1) : all.indices
      index = [places.last, places.first].compactMap(\.self).first { names.contains(all[$0]) }
    }
    if let index { words.setFlag("format", toPositionalAt: index) }
  }

  /// The formats of spreadsheets, which read CSV files.
  private static let spreadsheets = ["excel", "ods", "xls", "xlsx"]

  /// Whether a word is a mistyped format, or one that other programs write.
  private static func isLikeFormat(_ word: String, _ formats: [String]) -> Bool {
    let others = spreadsheets + ["pdf", "tsv", "txt", "xml", "yaml"]
    return others.contains(word.lowercased()) || TypoSuggester.closest(to: word, in: formats) != nil
  }
}

extension [String] {
  /// The words with spaces between them.
  fileprivate var text: String { self[...].text }
}
