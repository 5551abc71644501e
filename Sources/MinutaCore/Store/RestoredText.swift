/// A record or a tag that is put back as the store had it.
package struct RestoredText: Sendable, Equatable {
  /// The store's text for it.
  package private(set) var text: String
  /// The text that is there now if nobody changed it since; nil for none.
  package let over: String?

  init(_ text: String, over: String?) {
    self.text = text
    self.over = over
  }

  /// Goes back further, unless somebody changed the text in between: then what we do not know in it
  /// stays.
  mutating func rewind(to earlier: String, over later: String?) {
    if later.isByteEqual(to: text) { text = earlier }
  }

  /// The text to begin with where there is one now, or none.
  package func base(now: String?) -> String {
    guard let now else { return text }
    return over.isByteEqual(to: now) ? text : now
  }
}
