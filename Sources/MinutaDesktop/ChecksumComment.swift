package import IntentKit
import MinutaCore
import SystemCalls

/// The comment with a checksum above lines in a file of another program, by which changes by hand are
/// recognized.
package enum ChecksumComment {
  /// Returns the text of the comment; blanks around a line don't count.
  package static func text(for lines: [String]) -> String {
    let content = lines.map(\.trimmed).joined(separator: "\n")
    return "checksum \(SHA256.hex(of: Array(content.utf8)).prefix(16))"
  }

  /// Throws if new lines in place of those in a file, below their comment, would lose changes by hand.
  ///
  /// Earlier versions wrote no comment. Their lines count as changed unless they are removed.
  package static func check(
    _ found: [String],
    in place: String,
    before new: [String]
  ) throws(Failure) {
    let hasComment = found.first?.contains("checksum ") == true
    let lines = hasComment ? Array(found.dropFirst()) : found
    if found.first?.contains(text(for: lines)) == true || !hasComment && new.isEmpty { return }
    let kept = Set(new.map { String($0.trimmed) })
    let lost = lines.map { String($0.trimmed) }.filter { !$0.isEmpty && !kept.contains($0) }
    if hasComment || !lost.isEmpty { throw .changedLines(in: place, lost: lost) }
  }
}
