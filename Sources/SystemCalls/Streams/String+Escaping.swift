extension String {
  /// Returns the text with some of its Unicode scalars replaced.
  ///
  /// Escape texts by scalars. `replacing` and `split` compare characters, and a quote that follows a
  /// prepended letter or precedes a combining mark is one character with it, so they don't find it.
  ///
  /// - Parameter replacement: Returns the text for a scalar; nil to keep the scalar.
  package func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let escaped = replacement(scalar) {
        text += escaped
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
