/// A repair of a problem: changes to store files that are applied and undone together.
///
/// A repair deletes nothing: files that are no longer needed move to this machine's trash. The file
/// of a new invoice is written in the same way.
package struct StoreRepair: Sendable, Hashable {
  /// A change of the content of a text file.
  ///
  /// `before` is nil if the file is created, and `after` is nil if it is removed.
  package struct TextFileChange: Sendable, Hashable {
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

  /// A move of a file to another path.
  ///
  /// A move never replaces an existing file.
  package struct StoreFileMove: Sendable, Hashable {
    package let from: String
    package let to: String
    /// Whether the file moves before the text changes are applied, because one of them creates a new
    /// file at the old path.
    package let isFirst: Bool

    package init(from: String, to: String, isFirst: Bool = true) {
      self.from = from
      self.to = to
      self.isFirst = isFirst
    }
  }

  /// The path of the file that has the problem.
  ///
  /// Repairs of the same file are undone together.
  package let subject: String
  package let texts: [TextFileChange]
  package let moves: [StoreFileMove]

  package init(of subject: String, texts: [TextFileChange] = [], moves: [StoreFileMove] = []) {
    self.subject = subject
    self.texts = texts
    self.moves = moves
  }

  /// The repair that undoes the arrival of files by a sync.
  ///
  /// A list of tags that was new is emptied, because a data folder that has lost its list is refused.
  var reversedSync: StoreRepair {
    let texts = reversed.texts.map { text in
      let isNewList = text.path == "tags.json" && text.after == nil
      return TextFileChange(
        path: text.path,
        before: text.before,
        after: isNewList ? #"{"tags":[]}"# : text.after
      )
    }
    return StoreRepair(of: subject, texts: texts, moves: reversed.moves)
  }

  /// The repair that undoes this one.
  package var reversed: StoreRepair {
    StoreRepair(
      of: subject,
      texts: texts.reversed().map {
        TextFileChange(path: $0.path, before: $0.after, after: $0.before)
      },
      moves: moves.reversed().map { StoreFileMove(from: $0.to, to: $0.from, isFirst: !$0.isFirst) }
    )
  }
}
