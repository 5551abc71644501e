extension String {
  /// Returns the string truncated to `limit` characters, ending in `mark` if it was cut.
  package func shortened(to limit: Int, mark: String = "…") -> String {
    utf8.count > limit && count > limit ? prefix(limit - mark.count) + mark : self
  }
}
