/// Files of a store that are put right together, or put back together.
///
/// It deletes nothing: what is superseded is moved into the trash of this machine.
package struct StoreRepair: Sendable, Hashable {
  /// A text file before and after; nil where it is not there.
  package struct TextChange: Sendable, Hashable {
    /// Within the store.
    package let path: String
    package let before: String?
    package let after: String?

    package init(path: String, before: String?, after: String?) {
      self.path = path
      self.before = before
      self.after = after
    }
  }

  /// A file that gets another place; one that is there already stays.
  package struct PathMove: Sendable, Hashable {
    package let from: String
    package let to: String
    /// Whether it makes room for one of the texts, so that it comes before them.
    package let isFirst: Bool

    package init(from: String, to: String, isFirst: Bool = true) {
      self.from = from
      self.to = to
      self.isFirst = isFirst
    }
  }

  /// The file that it is about; what has one subject is taken back together.
  package let subject: String
  package let texts: [TextChange]
  package let moves: [PathMove]

  package init(of subject: String, texts: [TextChange] = [], moves: [PathMove] = []) {
    self.subject = subject
    self.texts = texts
    self.moves = moves
  }

  /// What takes the repair back.
  package var reversed: StoreRepair {
    StoreRepair(
      of: subject,
      texts: texts.reversed().map { TextChange(path: $0.path, before: $0.after, after: $0.before) },
      moves: moves.reversed().map { PathMove(from: $0.to, to: $0.from, isFirst: !$0.isFirst) }
    )
  }
}
