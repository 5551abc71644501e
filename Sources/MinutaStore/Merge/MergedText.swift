import JSONText

/// A merge of three versions of one file, for git's merge driver.
package struct MergedText: Sendable, Equatable {
  /// The merged text; if there is a conflict, with conflict markers as git writes them.
  package let text: String
  package let isConflict: Bool

  /// Merges a record, the tags, or another file.
  ///
  /// - Parameter base: the text of the common ancestor; empty if there is none.
  package init(base: String, _ ours: String, _ theirs: String) {
    let path = Self.isTagList(ours) || Self.isTagList(theirs) ? StoreLayout.tags : Self.recordPath
    let versions = [base, ours, theirs].map { $0.isEmpty ? nil : FileVersion(id: $0, text: $0) }
    let file = FileVersions(path, base: versions[0], ours: versions[1], theirs: versions[2])
    let sides = [false, true].map { isTheirsLater in
      DirectoryMerge([file], unitesTags: false) { _ in isTheirsLater }
    }
    let texts = sides.map { $0.files[path]??.text ?? "" }
    // Two records that got the same file name stay apart, and so do values that have markers already.
    let isOne = sides[0].files.values.count { $0 != nil } <= 1 && sides[0].marked.isEmpty
    if isOne, sides[0].conflicts.isEmpty, texts[0] == texts[1] {
      self.init(text: texts[0], isConflict: false)
    } else {
      // If an invoice bills one version, both merges keep its values.
      let isDecided = texts[0] == texts[1]
      let (first, second) = isOne && !isDecided ? (texts[0], texts[1]) : (ours, theirs)
      self.init(text: Self.markers(first, second), isConflict: true)
    }
  }

  private init(text: String, isConflict: Bool) {
    (self.text, self.isConflict) = (text, isConflict)
  }

  private static let recordPath = "\(StoreLayout.records)/2000/01/record.json"

  private static func isTagList(_ text: String) -> Bool {
    (try? JSONValue(parsing: text))?["tags"]?.array != nil
  }

  /// Returns both texts with conflict markers around the lines in which they differ.
  private static func markers(_ ours: String, _ theirs: String) -> String {
    let sides = [ours, theirs].map { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
    let start = zip(sides[0], sides[1]).prefix { $0 == $1 }.count
    let rests = sides.map { $0.dropFirst(start) }
    let end = zip(rests[0].reversed(), rests[1].reversed()).prefix { $0 == $1 }.count
    let lines =
      Array(sides[0].prefix(start)) + ["<<<<<<< ours"] + rests[0].dropLast(end) + ["======="]
      + rests[1].dropLast(end) + [">>>>>>> theirs"] + rests[0].suffix(end)
    return lines.map { "\($0)\n" }.joined()
  }
}
