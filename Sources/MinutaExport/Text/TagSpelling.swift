package import MinutaCore

/// The name of a tag as another program spells it.
///
/// The names of tags in Minuta are trimmed and normalized, and have no empty components. A label
/// `tag="NAME"` at the beginning of the labels keeps a spelling such as `/usr/` for the next export.
package struct TagSpelling: Sendable, Equatable {
  /// The tag's name in the other program; empty if the record has no tag.
  package let name: String
  /// The other labels of the record.
  package let labels: [Label]

  package init(name: String, labels: [Label]) {
    self.name = name
    self.labels = labels
  }

  /// Finds the spelling of a record's tag in its labels.
  package init(of record: ExportedRecord, _ comment: CommentParts) {
    let index = comment.labels.firstIndex { $0.spells(record.tag) }
    name = index.flatMap { comment.labels[$0].writtenValue } ?? record.tag ?? ""
    labels = comment.labels.enumerated().filter { $0.offset != index }.map(\.element)
  }

  /// The labels of the imported record, with one for the spelling if that is needed.
  package var storedLabels: [Label] {
    let tag = Self.tag(named: name)
    let isKept = (tag ?? "").utf8.elementsEqual(name.utf8)
    return isKept && !labels.contains { $0.spells(tag) } ? labels : labelsWithName
  }

  /// The labels of the imported record, after one for the spelling.
  package var labelsWithName: [Label] {
    [Label(Label.tagName, name)] + labels
  }

  /// Returns the tag that a record with this name gets; nil if it gets none.
  fileprivate static func tag(named name: String) -> String? {
    let slash = UInt8(ascii: "/")
    let isPlain = name.utf8.allSatisfy { 0x21..<0x7F ~= $0 && $0 != slash }
    if isPlain { return name.isEmpty ? nil : name }
    return ImportedRecordConverter.tag([name]).flatMap(TagName.normalized)
  }
}

extension Label {
  /// Whether the label is a spelling of a tag, or of none.
  fileprivate func spells(_ tag: String?) -> Bool {
    guard name == Self.tagName, let value = writtenValue else { return false }
    return TagSpelling.tag(named: value) == tag
  }
}
