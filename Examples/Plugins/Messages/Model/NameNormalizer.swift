import Foundation

/// Normalizes names of chats and people.
enum NameNormalizer {
  /// Returns the name without surrounding blanks, in Unicode's composed form (NFC).
  static func normalized(_ text: String) throws(MessageError) -> String {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
      .precomposedStringWithCanonicalMapping
    if name.isEmpty { throw .emptyName }
    if name.unicodeScalars.contains(where: isControlOrBidirectional) { throw .unusableName(name) }
    return name
  }

  private static func isControlOrBidirectional(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isBidiControl
      || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}

extension [Chat] {
  /// Returns the chat that `text` names: by exact name, else ignoring case, else by id.
  func chat(matching text: String) throws(MessageError) -> Chat {
    let name = try NameNormalizer.normalized(text)
    for matches in [
      filter { $0.name == name }, filter { $0.name.lowercased() == name.lowercased() },
      filter { $0.id.uuidString == name.uppercased() },
    ] {
      if matches.count > 1 { throw .chatAmbiguous(text, candidates: matches) }
      if let match = matches.first { return match }
    }
    throw .chatNotFound(text, candidates: map(\.name))
  }
}
