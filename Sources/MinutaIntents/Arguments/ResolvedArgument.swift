import IntentKit
import JSONText
import MinutaCore

/// A value that a call passes as text with a format of its own, such as a time or a tag.
///
/// It is decoded with an `ArgumentResolver`, and encoded as the resolved value that a dry run shows.
protocol ResolvedArgument: Codable, FormattedText, Sendable {
  /// Resolves the text of an argument.
  ///
  /// - Throws: `Failure.invalidValue` if the text has another format, or `TrackingError` if it names
  ///   nothing or too much.
  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws

  /// The resolved value, which a dry run shows.
  var json: JSONValue { get }
}

extension ResolvedArgument {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard
      let key = ArgumentResolver.userInfoKey,
      let resolver = decoder.userInfo[key] as? ArgumentResolver
    else {
      let description = "Arguments are decoded by an ArgumentResolver only."
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: description)
      )
    }
    let pointer = JSONPointer(decoder.codingPath.map(\.stringValue))
    try self.init(text, at: pointer, by: resolver)
  }

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Failure {
  /// Returns the failure for text that doesn't have the expected format.
  static func invalidFormat(
    _ text: String,
    at pointer: JSONPointer,
    expected: String
  ) -> Failure {
    .invalidValue(
      ValidationError(pointer, .invalidFormat(expected: expected, found: .string(text)))
    )
  }
}
