/// A file in the data folder that Minuta can't use and therefore ignores.
///
/// It is neither changed nor moved.
package struct SkippedFile: Sendable, Hashable {
  /// The path relative to the data folder.
  package let path: String
  /// The reason why the file can't be used, as a sentence fragment.
  package let reason: String
  /// The command of another program that mends the file; nil if there is none.
  package let remedy: String?

  package init(path: String, reason: String, remedy: String? = nil) {
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }
}
