/// The stored text of a record or tag that an undo or restore writes back.
package struct RestoredText: Sendable, Equatable {
  /// The JSON text to write.
  package private(set) var text: String
  /// The text to replace, or nil if the record or tag doesn't exist.
  ///
  /// If the stored text differs, another program has edited it.
  package let over: String?

  init(_ text: String, over: String?) {
    self.text = text
    self.over = over
  }

  /// Goes further back, to `earlier`, unless the text was edited in between.
  ///
  /// An edit may have added unknown fields, which must be kept.
  mutating func rewind(to earlier: String, over later: String?) {
    if later.isByteEqual(to: text) { text = earlier }
  }

  /// Returns the text to write the fields into: `now` if another program edited it, else the
  /// restored text.
  package func base(now: String?) -> String {
    guard let now else { return text }
    return over.isByteEqual(to: now) ? text : now
  }
}
