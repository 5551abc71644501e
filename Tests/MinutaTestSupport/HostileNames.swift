/// Names that try to break the formats and command lines through which they pass.
package enum HostileNames {
  /// The names, which differ from each other and have no blanks around them.
  package static let all = [
    "-u", "--help", #"R&D; rm -rf ~ $(reboot) `id` "x" 'y'"#, "<b>&amp;</b><span size='90000'>",
    "a\nb\r\nc\td", "icon\u{0}icon\u{1F}x\u{1B}[31m", "img:/etc/passwd:text:x", "1  Work", "-1",
    // A prepended letter or a combining mark forms one character with the sign beside it.
    "\u{D4E}%{A1:x:}\u{D4E}'\u{D4E}\"\u{D4E}<b>\u{D4E}\\n", "\u{301}mark",
    "עבודה", "x\u{202E}kroW\u{2066}y", "👩‍👩‍👧‍👦 e\u{301}", "%s%n {a,b} #(x) %{A1:x:}",
    String(repeating: "&", count: 10_000),
  ]
}
