/// The location of the index cache, and the number of files that a summary checks for changes.
package struct IndexCacheOptions: Sendable {
  /// The absolute path of the user's cache directory; nil to keep the index in memory.
  let folder: String?
  /// The maximum number of files that a summary checks, newest first.
  let budget: Int
  let progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

  /// The default maximum number of files that a summary checks for changes.
  package static let defaultBudget = 2000

  /// Creates the options.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the user's cache directory; nil to keep the index in memory.
  ///   - budget: the maximum number of files that a summary checks, newest first.
  ///   - progress: called now and then from any thread, with the numbers of files read and of all
  ///     files.
  package init(
    folder: String? = nil,
    budget: Int = defaultBudget,
    progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) {
    self.folder = folder
    self.budget = budget
    self.progress = progress
  }
}
