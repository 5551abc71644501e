import MinutaCore
import SystemCalls

/// Converts any text into one that a picker shows in a single row.
package enum PickerText {
  /// The maximum length in characters, which is more than a row has room for.
  private static let characters = 200
  /// The maximum length in bytes; dmenu splits a row after 8,191.
  private static let bytes = 2000

  /// Returns a text without control characters, shortened to the length of a row.
  ///
  /// A line break would begin another row, and rofi reads options of a row after NUL and 0x1F.
  package static func row(_ text: String) -> String {
    let short = text.shortened(to: characters)
    var result = ""
    for scalar in short.unicodeScalars where result.utf8.count < bytes {
      result.unicodeScalars.append(scalar.isShown ? scalar : " ")
    }
    return result
  }
}
