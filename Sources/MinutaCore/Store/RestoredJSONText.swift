/// The earlier JSON text of a record or tag that an undo or a restore writes back.
///
/// The text preserves fields that Minuta doesn't know.
package struct RestoredJSONText: Sendable, Equatable {
  /// The JSON text to write.
  package private(set) var text: String
  /// The text that is expected in the store now, or nil if the record or tag shouldn't exist.
  ///
  /// If the store has another text, another program has edited it.
  package let over: String?

  init(_ text: String, over: String?) {
    self.text = text
    self.over = over
  }

  /// Replaces the text with an even earlier one, because another call is undone as well.
  ///
  /// If another program edited the text between the two calls, nothing changes, because the edit
  /// may have added unknown fields.
  ///
  /// - Parameter later: the text that the other call wrote. It differs from `text` if another
  ///   program edited the text after that call.
  mutating func rewind(to earlier: String, over later: String?) {
    if later.isByteEqual(to: text) { text = earlier }
  }

  /// Returns the JSON text into which the restored fields are written.
  ///
  /// Normally that is the restored text. If another program has edited the stored text, it is the
  /// stored text, so that unknown fields are kept.
  ///
  /// - Parameter now: the stored text, or nil if there is none.
  package func base(now: String?) -> String {
    guard let now else { return text }
    return over.isByteEqual(to: now) ? text : now
  }
}
