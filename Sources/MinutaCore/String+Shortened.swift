extension String {
  /// The text, cut to so many characters with a sign that it goes on.
  package func shortened(to limit: Int) -> String {
    utf8.count > limit && count > limit ? prefix(limit - 1) + "…" : self
  }
}
