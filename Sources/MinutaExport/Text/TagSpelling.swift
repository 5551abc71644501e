package import MinutaCore

/// The name of a tag as a file of another program spells it.
///
/// The names of imported tags are trimmed and normalized, and have no empty components. A label
/// `tag="NAME"` at the beginning of the labels keeps a spelling such as `/usr/` for the next export.
package struct TagSpelling: Sendable, Equatable {
  /// The tag's name in the file; empty if a record without a tag has none there.
  package let name: String
  /// The other labels of the record.
  package let labels: [Label]
  private let notation: TagNotation
  /// Whether a label of the record gives the name.
  private var hasLabel = false

  /// Creates the spelling in a file to import.
  package init(name: String, labels: [Label] = [], as notation: TagNotation = .name) {
    (self.name, self.labels, self.notation) = (name, labels, notation)
  }

  /// Creates the spelling of an imported tag if one of the record's labels would be taken for it;
  /// else nil.
  init?(of tag: String?, besides labels: [Label]) {
    guard let tag, labels.contains(where: { $0.spells(tag, as: .name) }) else { return nil }
    self.init(name: tag)
  }

  /// Finds the spelling of a record's tag in its labels.
  package init(
    of record: ExportedRecord,
    _ comment: CommentParts,
    as notation: TagNotation = .name
  ) {
    self.notation = notation
    func index(as notation: TagNotation) -> Int? {
      comment.labels.firstIndex { $0.spells(record.tag, as: notation) }
    }
    let own = index(as: notation)
    let name = own.flatMap { comment.labels[$0].writtenValue }
    self.name = name.flatMap { notation.canHold($0) ? $0 : nil } ?? notation.name(ofTag: record.tag)
    // The spelling in another format means nothing in this one.
    let found = own ?? TagNotation.allCases.lazy.compactMap(index).first
    labels = comment.labels.enumerated().filter { $0.offset != found }.map(\.element)
    hasLabel = found != nil
  }

  /// Returns the comment of the exported record without the label that gives the spelling.
  func comment(of record: ExportedRecord, _ comment: CommentParts) -> String? {
    hasLabel ? CommentParts(text: comment.text, labels: labels).comment : record.record.comment
  }

  /// Returns the comment of the imported record, with a label for the spelling if that is needed.
  ///
  /// The label precedes those at the end of the comment, unless their layout would be lost.
  func comment(adding comment: String?) -> String? {
    let parts = CommentParts(comment)
    let spelling = TagSpelling(name: name, labels: parts.labels, as: notation)
    if spelling.isImplied { return comment }
    let isSame = parts.comment == comment
    return CommentParts(
      text: isSame ? parts.text : comment,
      labels: isSame ? spelling.labelsWithName : [label]
    ).comment
  }

  /// Whether the name of the imported record's tag gives the spelling, without a label.
  private var isImplied: Bool {
    let tag = notation.tag(name)
    let isWritten = notation.name(ofTag: tag).utf8.elementsEqual(name.utf8)
    return (isWritten || name.isEmpty) && !labels.contains { $0.spells(tag, as: notation) }
  }

  /// The labels of the imported record, with one for the spelling if that is needed.
  package var storedLabels: [Label] { isImplied ? labels : labelsWithName }

  /// The labels of the imported record, after one for the spelling.
  package var labelsWithName: [Label] { [label] + labels }

  private var label: Label { Label(Label.tagName, name) }
}

extension TagNotation {
  /// Returns the tag that a record with this name gets; nil if it gets none.
  fileprivate func tag(_ name: String) -> String? {
    let slash = UInt8(ascii: "/")
    let isPlain = name.utf8.allSatisfy { 0x21..<0x7F ~= $0 && $0 != slash }
    if isPlain, self == .name { return name.isEmpty ? nil : name }
    return ImportedRecordConverter.tag(path(name)).flatMap(TagName.normalized)
  }
}

extension Label {
  /// Whether the label is a spelling of a tag, or of none.
  fileprivate func spells(_ tag: String?, as notation: TagNotation) -> Bool {
    guard name == Self.tagName, let writtenValue else { return false }
    return notation.tag(writtenValue).map(TagName.key) == tag.map(TagName.key)
  }
}
