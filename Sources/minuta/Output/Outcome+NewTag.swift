import IntentKit

extension TypoSuggester {
  /// Returns the tag that is most similar to a misspelled name, or whose last level has the name.
  static func closestTag(to name: String, in tags: [String]) -> String? {
    closest(to: name, in: tags)
      ?? tags.first { tag in
        tag.contains("/")
          && tag.split(separator: "/").last?.lowercased() == name.lowercased()
      }
  }
}

extension Outcome {
  /// Whether the sentence about the call has the remark that a tag is new.
  var namesNewTag: Bool {
    guard case .ok(let result) = self else { return false }
    // Most sentences have one bracket, so this is faster than a search for the text.
    var rest = result.dialog.utf8[...]
    while let bracket = rest.firstIndex(of: UInt8(ascii: "(")) {
      rest = rest[bracket...]
      if rest.starts(with: Self.remark.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Returns the outcome of a call with a new tag, with the existing tag that is probably meant.
  func suggesting(_ tag: String?) -> Outcome {
    guard let tag, case .ok(var result) = self else { return self }
    let remark = "(new tag; did you mean \(tag.quoted)?)"
    result.dialog = result.dialog.replacing(Self.remark, with: remark, maxReplacements: 1)
    return .ok(result)
  }

  private static let remark = "(new tag)"
}
