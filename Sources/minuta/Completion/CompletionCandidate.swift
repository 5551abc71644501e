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

extension [CompletionCandidate] {
  /// Returns the candidates after the items of a list with commas, without those that it has.
  ///
  /// - Parameter list: a list such as `day,ta`, whose last item is incomplete.
  func following(_ list: String) -> [CompletionCandidate] {
    guard let comma = list.lastIndex(of: ",") else { return self }
    let items = list[..<comma].split(separator: ",")
    return filter { !items.contains($0.text[...]) }
      .map { CompletionCandidate(text: list[...comma] + $0.text, note: $0.note) }
  }
}

extension String {
  /// Whether the text begins with a prefix, in any case.
  func matches(_ prefix: String) -> Bool {
    self.prefix(prefix.count).lowercased() == prefix.lowercased()
  }
}
