/// The configuration file of a key binding program, into which Minuta writes a marked block.
package struct KeyBindingFile: Sendable {
  /// The syntax of a comment that takes a whole line.
  package struct CommentSyntax: Sendable {
    let start: String
    let end: String

    static let hash = CommentSyntax(start: "# ", end: "")
    static let slashes = CommentSyntax(start: "// ", end: "")
    static let dashes = CommentSyntax(start: "-- ", end: "")
    static let xml = CommentSyntax(start: "<!-- ", end: " -->")

    /// Whether a comment can contain a text: XML forbids `--` in comments.
    func allows(_ text: String) -> Bool { end.isEmpty || !text.contains("--") }

    func line(_ text: String) -> String { start + text + end }
  }

  /// The path, which begins with `~/`.
  package let path: String
  let comment: CommentSyntax
  /// The line after which the bindings belong; nil if they belong to the end of the file.
  let opening: String?
  /// Whether the program has bindings of its own only as long as the user has no file, so that
  /// Minuta must not create it.
  package let mustExist: Bool

  init(
    _ path: String,
    _ comment: CommentSyntax = .hash,
    opening: String? = nil,
    mustExist: Bool = true
  ) {
    self.path = path
    self.comment = comment
    self.opening = opening
    self.mustExist = mustExist
  }
}
