import IntentKit

extension EntryReading {
  /// Returns the tag of the reading if the outcome says that it is new; else nil.
  func newTag(in outcome: Outcome) -> String? {
    guard case .ok(let result) = outcome, result.dialog.namesNewTag else { return nil }
    return values.first { $0.name == "tag" }?.word
  }
}

extension Outcome {
  /// Returns the outcome of a call with a new tag, with the existing tag that is probably meant.
  func suggesting(_ tag: String?) -> Outcome {
    guard let tag, case .ok(var result) = self else { return self }
    let remark = "(new tag; did you mean \(tag.quoted)?)"
    result.dialog = result.dialog.replacing("(new tag)", with: remark, maxReplacements: 1)
    return .ok(result)
  }
}

extension String {
  /// Whether the sentence has the remark that a tag is new.
  fileprivate var namesNewTag: Bool {
    // Most sentences have one bracket, so this is faster than a search for the text.
    var rest = utf8[...]
    while let bracket = rest.firstIndex(of: UInt8(ascii: "(")) {
      rest = rest[bracket...]
      if rest.starts(with: "(new tag)".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
