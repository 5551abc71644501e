package import JSONText
import MinutaCore

/// A record or the list of tags with git's conflict markers, which a merge reads as a whole again.
package struct MarkedFile: Sendable {
  /// The versions of both sides.
  package let sides: [JSONValue]
  /// The text without markers; it has our value of each field that both sides changed.
  let text: String
  /// The fields that both sides changed.
  package let fields: [MergeField]

  /// Parses the text of a file; nil if it has no markers or no usable versions.
  package init?(_ text: String, at path: String) {
    guard GitConflict.hasMarkers(text), let conflict = GitConflict(text) else { return nil }
    let sides = [conflict.ours, conflict.theirs].compactMap {
      try? JSONValue(parsing: $0, limits: .tags)
    }
    let versions = [conflict.base, conflict.ours, conflict.theirs].map { text in
      text.map { FileVersion(id: $0, text: $0) }
    }
    let file = FileVersions(path, base: versions[0], ours: versions[1], theirs: versions[2])
    let merge = DirectoryMerge([file], unitesTags: false) { _ in false }
    let isWhole = merge.conflicts.allSatisfy { !$0.field.key.isEmpty }
    guard sides.count == 2, isWhole, merge.files.values.count(where: { $0 != nil }) == 1,
      let merged = merge.files[path]??.text
    else { return nil }
    (self.text, self.sides, fields) = (merged, sides, merge.conflicts.map(\.field))
  }
}

/// A field with two values in a file with conflict markers that one side of a merge has.
package struct MarkedField: Sendable, Hashable {
  package let field: MergeField
  package let path: String
  package let isTheirs: Bool
}
