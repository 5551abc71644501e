/// A file of the store that could not be used, and why; it stays where it is.
package struct SkippedFile: Sendable, Hashable {
  /// The path within the store.
  package let path: String
  /// Part of a sentence.
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
