import JSONText

/// A mouse button with which the status in a bar was clicked, by its number.
package enum BarClick: Int, CaseIterable, Sendable {
  case left = 1
  case middle = 2
  case right = 3

  /// Creates the click that an argument of `minuta key` names; nil for the slug of a key.
  package init?(word: String) {
    guard let click = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = click
  }

  /// The argument of `minuta key` that names the click, such as `:left`; no slug has a colon.
  package var word: String {
    // Writing a case as text would look up generic types at run time, at each press of a key.
    switch self {
    case .left: ":left"
    case .middle: ":middle"
    case .right: ":right"
    }
  }

  /// Parses a line of the endless array in which i3bar reports clicks.
  ///
  /// Nil for other buttons, for blocks of other programs, and for lines without a click.
  package init?(i3barEvent line: some Collection<UInt8>) {
    let object = line.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 <= 0x20 }
    guard
      let event = try? JSONValue(parsing: Array(object)),
      event["name"]?.string ?? "minuta" == "minuta",
      let click = event["button"]?.integer.flatMap(BarClick.init)
    else { return nil }
    self = click
  }
}
