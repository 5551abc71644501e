import MinutaCore

/// The words that stand for a longer command line, such as `week` for `days --view week`.
enum CommandShortcut {
  /// All shortcuts in alphabetical order.
  static let names = ["day", "month", "today", "week", "yesterday"]

  /// Returns the words of the command line for which a word stands; nil if it isn't a shortcut.
  ///
  /// - Parameter rest: the words after it.
  static func words(of name: String, before rest: [String] = []) -> [String]? {
    guard names.contains(name) else { return nil }
    let isDay = ["today", "yesterday"].contains(name)
    // In `week last` and `week 47`, the word is a part of the range as well.
    let word = rest.first ?? ""
    let isPart = TimeGrammar.rangeLength(in: rest[...]) == nil && RangePhrase("\(name) \(word)") != nil
    let range = !word.isEmpty && isPart ? [name] : []
    return ["days", "--view"] + (isDay ? ["day", name] : [name] + range)
  }
}
