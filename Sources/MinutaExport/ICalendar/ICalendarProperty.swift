/// A property of an iCalendar component, such as `DTSTART;TZID=Europe/Berlin:20240517T083000`.
struct ICalendarProperty {
  /// The name in upper case.
  let name: String
  /// The parameters by their names in upper case, without quotes.
  let parameters: [String: String]
  /// The value as it is in the file, with escapes.
  let value: String

  /// Creates the property of an unfolded line; nil if the line isn't a property.
  init?(_ line: String) {
    var parts: [Substring] = []
    var start = line.utf8.startIndex
    var isQuoted = false
    for index in line.utf8.indices {
      let byte = line.utf8[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted || byte != UInt8(ascii: ";") && byte != UInt8(ascii: ":") { continue }
      parts.append(line[start..<index])
      start = line.utf8.index(after: index)
      if byte == UInt8(ascii: ":") { break }
    }
    guard let name = parts.first, !name.isEmpty, start > line.startIndex,
      line.utf8[line.utf8.index(before: start)] == UInt8(ascii: ":")
    else { return nil }
    self.name = name.uppercased()
    parameters = Self.parameters(parts.dropFirst())
    value = String(line[start...])
  }

  private static func parameters(_ parts: ArraySlice<Substring>) -> [String: String] {
    var parameters: [String: String] = [:]
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = part[part.index(after: equals)...].filter { $0 != "\"" }
      parameters[part[..<equals].uppercased()] = value
    }
    return parameters
  }

  /// The value as text, without escapes.
  var text: String { Self.texts(in: value, separator: nil).joined() }

  /// The texts of a value that is a list with commas.
  var texts: [String] { Self.texts(in: value, separator: ",") }

  private static func texts(in value: String, separator: Unicode.Scalar?) -> [String] {
    var texts: [String] = []
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        text += unescaped(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == separator {
        texts.append(String(text))
        text.removeAll()
      } else {
        text.append(scalar)
      }
    }
    if isEscaped { text.append("\\") }
    return texts + [String(text)]
  }

  /// Returns the characters that a backslash and a character stand for.
  private static func unescaped(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "n", "N": ["\n"]
    case "\\", ";", ",": [scalar]
    default: ["\\", scalar]
    }
  }
}
