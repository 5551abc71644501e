extension String {
  /// The text, cut to so many characters with a mark that it goes on.
  package func shortened(to limit: Int, mark: String = "…") -> String {
    utf8.count > limit && count > limit ? prefix(limit - mark.count) + mark : self
  }
}
