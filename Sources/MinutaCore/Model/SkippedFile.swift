/// A file in the data folder that Minuta can't use and therefore ignores.
///
/// It is neither changed nor moved.
package struct SkippedFile: Sendable, Hashable {
  /// The path relative to the data folder.
  package let path: String
  /// The reason why the file can't be used, as a sentence fragment.
  package let reason: String
  /// The way to mend the file; nil if it is unknown.
  package let remedy: Remedy?

  /// A way to mend a file.
  package enum Remedy: Sendable, Hashable {
    /// A repair by `doctor`.
    case repair
    /// A command of another program.
    case command(String)
  }

  package init(path: String, reason: String, remedy: Remedy? = nil) {
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }
}
