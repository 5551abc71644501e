/// A word that may come next on a command line.
struct CompletionCandidate: Hashable {
  var text: String
  /// A note that a shell shows beside the word, such as the time and tag of a record; empty if there
  /// is none.
  var note = ""

  /// The line for the completion scripts: the word, and a tab before its note.
  var line: String { note.isEmpty ? text : "\(text)\t\(note)" }
}

extension [String] {
  /// The words as candidates without notes.
  var candidates: [CompletionCandidate] { map { CompletionCandidate(text: $0) } }
}

extension String {
  /// Whether the text begins with a prefix, in any case.
  func matches(_ prefix: String) -> Bool {
    self.prefix(prefix.count).lowercased() == prefix.lowercased()
  }
}
