import JSONText

/// A mouse button with which the status in a bar was clicked, by its number.
package enum BarClick: Int, Sendable {
  case left = 1
  case middle = 2
  case right = 3

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
