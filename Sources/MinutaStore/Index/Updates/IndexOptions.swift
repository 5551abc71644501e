/// Where the indexes of stores lie, and how they are kept honest.
package struct IndexOptions: Sendable {
  /// The user's cache folder; absolute.
  let folder: String
  /// The most files that a summary looks at, the newest first.
  let budget: Int
  let progress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

  /// The files that a summary looks at where nothing else is settled.
  package static let defaultBudget = 2000

  /// Takes a place.
  ///
  /// - Parameters:
  ///   - folder: the user's cache folder; absolute.
  ///   - budget: the most files that a summary looks at, the newest first.
  ///   - progress: told now and then, from any thread, how many of how many files have been read.
  package init(
    folder: String,
    budget: Int = defaultBudget,
    progress: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
  ) {
    self.folder = folder
    self.budget = budget
    self.progress = progress
  }
}
