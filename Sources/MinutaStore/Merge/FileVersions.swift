/// One version of a file in a data directory.
package struct FileVersion: Sendable, Hashable {
  /// The name of the stored content, such as git's object id; nil for a text that isn't stored yet.
  ///
  /// Contents are equal if, and only if, their names are.
  package let id: String?
  /// The content; nil if it isn't text or wasn't read.
  package let text: String?

  package init(id: String?, text: String?) {
    (self.id, self.text) = (id, text)
  }

  /// Whether a version comes before another one, so that all machines have the same order.
  func isBefore(_ other: FileVersion) -> Bool {
    (id ?? "", text ?? "") < (other.id ?? "", other.text ?? "")
  }
}

/// The versions of one file on two sides, and in their common ancestor; nil where it is missing.
package struct FileVersions: Sendable {
  /// The path relative to the data directory.
  package let path: String
  package let base: FileVersion?
  package let ours: FileVersion?
  package let theirs: FileVersion?

  package init(_ path: String, base: FileVersion?, ours: FileVersion?, theirs: FileVersion?) {
    self.path = path
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  subscript(side: MergeSide) -> FileVersion? {
    switch side {
    case .base: base
    case .ours: ours
    case .theirs: theirs
    }
  }
}

/// One of the three versions of a data directory that a merge reads.
enum MergeSide: CaseIterable {
  case base
  case ours
  case theirs
}
