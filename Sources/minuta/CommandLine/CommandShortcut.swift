/// The words that stand for a longer command line, such as `week` for `days --view week`.
enum CommandShortcut {
  /// All shortcuts in alphabetical order.
  static let names = ["day", "month", "today", "week", "yesterday"]

  /// Returns the words of the command line for which a word stands; nil if it isn't a shortcut.
  static func words(of name: String) -> [String]? {
    switch name {
    case "day", "month", "week": ["days", "--view", name]
    case "today", "yesterday": ["days", "--view", "day", name]
    default: nil
    }
  }
}
