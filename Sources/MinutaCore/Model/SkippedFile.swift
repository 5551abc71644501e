/// A store file that can't be used.
///
/// It stays where it is.
package struct SkippedFile: Sendable, Hashable {
  /// The path relative to the data folder.
  package let path: String
  /// The reason as a sentence fragment.
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
