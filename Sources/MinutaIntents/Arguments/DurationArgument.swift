import IntentKit
import JSONText
import MinutaCore

/// A length of time, such as `1h30m`.
struct DurationArgument: ResolvedArgument {
  static let format = "duration"

  let seconds: Int

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    guard let seconds = DurationFormat.seconds(text) else {
      let expected = "a duration such as 1h30m, 90m, 1:30 or 1.5h"
      throw Failure.invalidFormat(text, at: pointer, expected: expected)
    }
    self.seconds = seconds
  }

  var json: JSONValue { .number(JSONNumber(seconds)) }
}

/// A length of time with a sign, such as `-30m`.
struct ShiftArgument: ResolvedArgument {
  static let format = "shift"

  /// The length in seconds; negative for a shift to an earlier time.
  let seconds: Int

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    let isEarlier = text.hasPrefix("-")
    let size = isEarlier || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let seconds = DurationFormat.seconds(size) else {
      let expected = "a shift such as 15m or -1h30m"
      throw Failure.invalidFormat(text, at: pointer, expected: expected)
    }
    self.seconds = isEarlier ? -seconds : seconds
  }

  var json: JSONValue { .number(JSONNumber(seconds)) }
}
