/// The forms in which results are printed.
enum ResultForm: String, Sendable {
  case text
  case json = "--json"
  /// JSON Lines: each row of a list as JSON on a line of its own.
  case jsonLines = "--jsonl"
  case csv = "--csv"

  /// Creates the form that a flag selects; nil for any other word.
  init?(flag: String) {
    switch GlobalFlags.longName(of: flag) ?? flag {
    case "--json": self = .json
    case "--jsonl": self = .jsonLines
    case "--csv": self = .csv
    default: return nil
    }
  }

  var isJSON: Bool { self == .json || self == .jsonLines }
}
