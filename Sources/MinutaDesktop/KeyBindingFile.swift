/// The configuration file of a key binding program, into which Minuta writes a marked block.
package struct KeyBindingFile: Sendable {
  /// A position in the file at which the bindings are inserted.
  enum InsertionPoint: Sendable {
    case end
    /// Below the first line with this text.
    case below(String)
    /// Below the line with `#!`, because a script may end with a command that doesn't return.
    case belowInterpreter
  }

  /// The paths, each of which begins with `~/`: the program reads the first one that exists.
  package let paths: [String]
  /// The path of a file that the program reads in place of these; nil if there is none.
  package let replacement: String?
  let comment: HostCommentSyntax
  /// The position of the bindings.
  let insertionPoint: InsertionPoint
  /// Whether the program has bindings of its own only as long as the user has no file, so that
  /// Minuta must not create it.
  package let mustExist: Bool

  init(
    _ paths: String...,
    replacedBy replacement: String? = nil,
    comment: HostCommentSyntax = .hash,
    insertedAt insertionPoint: InsertionPoint = .end,
    mustExist: Bool = true
  ) {
    self.paths = paths
    self.replacement = replacement
    self.comment = comment
    self.insertionPoint = insertionPoint
    self.mustExist = mustExist
  }
}
