extension String? {
  /// Whether both are texts of the same bytes, or neither is one.
  ///
  /// Texts that are equal to a reader can still be different files.
  package func hasBytes(of other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.utf8.elementsEqual(other.utf8)
  }
}
