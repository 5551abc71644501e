extension Int {
  /// Returns the number with a noun, as `1 record` or `3 records`.
  ///
  /// - Parameter plural: the plural of a noun which doesn't end in `s`.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
  }
}
