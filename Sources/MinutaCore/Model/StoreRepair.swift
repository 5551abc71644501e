/// Changes to store files that are applied together and undone together.
///
/// A repair deletes nothing: superseded files move to this machine's trash.
package struct StoreRepair: Sendable, Hashable {
  /// A change of a text file.
  ///
  /// `before` or `after` is nil if the file doesn't exist.
  package struct TextChange: Sendable, Hashable {
    /// The path relative to the data folder.
    package let path: String
    package let before: String?
    package let after: String?

    package init(path: String, before: String?, after: String?) {
      self.path = path
      self.before = before
      self.after = after
    }
  }

  /// A file move.
  ///
  /// It never replaces an existing file.
  package struct PathMove: Sendable, Hashable {
    package let from: String
    package let to: String
    /// Whether the move must happen before the text changes, to make room for one of them.
    package let isFirst: Bool

    package init(from: String, to: String, isFirst: Bool = true) {
      self.from = from
      self.to = to
      self.isFirst = isFirst
    }
  }

  /// The file that the repair is about.
  ///
  /// Repairs of the same file are undone together.
  package let subject: String
  package let texts: [TextChange]
  package let moves: [PathMove]

  package init(of subject: String, texts: [TextChange] = [], moves: [PathMove] = []) {
    self.subject = subject
    self.texts = texts
    self.moves = moves
  }

  /// The inverse repair, for undo.
  package var reversed: StoreRepair {
    StoreRepair(
      of: subject,
      texts: texts.reversed().map { TextChange(path: $0.path, before: $0.after, after: $0.before) },
      moves: moves.reversed().map { PathMove(from: $0.to, to: $0.from, isFirst: !$0.isFirst) }
    )
  }
}
