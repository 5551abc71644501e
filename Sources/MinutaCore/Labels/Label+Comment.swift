extension Label {
  /// Returns the labels in a comment, in order; a label that occurs twice is included twice.
  package static func all(in comment: String?) -> [Label] {
    comment.map { LabelScanner($0).map(\.label) } ?? []
  }

  /// Returns the labels in a comment, in order and without repetitions.
  package static func distinct(in comment: String?) -> [Label] {
    all(in: comment).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns a comment with this label after its text, unless the comment has the label already.
  func added(to comment: String?) -> String {
    guard let comment, !comment.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
      return text
    }
    let labels = Self.all(in: comment)
    if labels.contains(self) { return comment }
    let endsInBlank = comment.unicodeScalars.last?.properties.isWhitespace == true
    let longer = comment + (endsInBlank ? "" : " ") + text
    // A quote that is open in the comment could end at a quote of the label. The label comes first
    // then.
    return Self.all(in: longer) == labels + [self] ? longer : "\(text) \(comment)"
  }

  /// Returns a comment without the labels that this label matches, or nil if nothing else is left.
  ///
  /// Blanks that separated a removed label are removed, too.
  package func removed(from comment: String?) -> String? {
    guard let comment else { return nil }
    var rest = LabelRemoval(comment)
    var hasLabel = false
    for (label, range) in LabelScanner(comment) where matches(label) {
      rest.remove(range)
      hasLabel = true
    }
    return hasLabel ? rest.finished : comment
  }
}

extension [Label] {
  /// Returns a comment with the labels added, or nil if there is neither text nor a label.
  package func added(to comment: String?) -> String? {
    reduce(comment) { $1.added(to: $0) }
  }
}

/// A comment from which labels are removed, from left to right.
///
/// The other labels of the comment stay as they are, and the text next to a removed label becomes no
/// label.
private struct LabelRemoval {
  private let comment: String
  /// The position up to which the comment has been copied or removed.
  private var position: String.Index
  private var result = String.UnicodeScalarView()

  init(_ comment: String) {
    self.comment = comment
    position = comment.startIndex
  }

  mutating func remove(_ range: Range<String.Index>) {
    let scalars = comment.unicodeScalars
    result += scalars[position..<range.lowerBound]
    position = range.upperBound
    let next = position < scalars.endIndex ? scalars[position] : nil
    let last = scalars[scalars.index(before: position)]
    if next == "#", last.isInWord {
      // The `#` after the label isn't in a word any more if the label is removed.
      if !isAtStartOfWord { result.append(" ") }
      result += scalars[range].dropFirst()
      return
    }
    if isAtLineStart {
      while position < scalars.endIndex, scalars[position].isSpaceOrTab {
        position = scalars.index(after: position)
      }
    } else if next.map(Self.needsNoBlank) ?? true {
      while result.last?.isSpaceOrTab == true { result.removeLast() }
    } else if !isAtStartOfWord, result.last.map(Self.brackets.contains) != true {
      result.append(" ")
    }
  }

  /// The comment without the removed labels; nil if only blanks are left.
  var finished: String? {
    let text = String(result + comment.unicodeScalars[position...])
    return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : text
  }

  private var isAtStartOfWord: Bool { result.last?.properties.isWhitespace ?? true }

  private var isAtLineStart: Bool { isAtStartOfWord && result.last?.isSpaceOrTab != true }

  private static let brackets: [Unicode.Scalar] = ["(", "[", "{"]

  /// Whether no blank is needed before a scalar: it is white space or a punctuation mark.
  private static func needsNoBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || [",", ".", ";", ":", "!", "?"].contains(scalar)
  }
}

extension Unicode.Scalar {
  fileprivate var isSpaceOrTab: Bool { self == " " || self == "\t" }
}
