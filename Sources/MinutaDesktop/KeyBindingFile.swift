/// The configuration file of a key binding program, into which Minuta writes a marked block.
package struct KeyBindingFile: Sendable {
  /// The path, which begins with `~/`.
  package let path: String
  let comment: HostCommentSyntax
  /// The line after which the bindings belong; nil if they belong to the end of the file.
  let opening: String?
  /// Whether the program has bindings of its own only as long as the user has no file, so that
  /// Minuta must not create it.
  package let mustExist: Bool

  init(
    _ path: String,
    _ comment: HostCommentSyntax = .hash,
    opening: String? = nil,
    mustExist: Bool = true
  ) {
    self.path = path
    self.comment = comment
    self.opening = opening
    self.mustExist = mustExist
  }
}
