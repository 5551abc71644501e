import Foundation
import SystemCalls

/// A name as it is kept: of a chat, or of somebody who writes in one.
enum NameNormalizer {
  /// The name without blanks around it, in one of the spellings that Unicode has for it.
  static func normalized(_ text: String) throws(MessageError) -> String {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
      .precomposedStringWithCanonicalMapping
    if name.isEmpty { throw .emptyName }
    if name.unicodeScalars.contains(where: \.isControlOrBidirectional) { throw .unusableName(name) }
    return name
  }
}

extension [Chat] {
  /// The chat that somebody means: the one of this very name, else the one whose name differs only
  /// in its capitals, else the one of this id.
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
