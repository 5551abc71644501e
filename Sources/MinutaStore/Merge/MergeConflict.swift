package import Foundation
package import JSONText
import MinutaCore

/// A member of a record or tag, or a whole file, that two sides of a merge may both have changed.
package struct MergeField: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case record(UUID)
    case tag(UUID)
    /// A file that is neither; the associated value is its path.
    case file(String)
  }

  package let subject: Subject
  /// The name of the member; empty for a whole file.
  package let key: String

  package init(_ subject: Subject, _ key: String) {
    (self.subject, self.key) = (subject, key)
  }
}

/// The content of a file, in which tags are found by their ids without a search.
package struct MergeContent: Sendable {
  private let object: JSONObject?
  private let tags: [UUID: JSONObject]

  package init(_ content: JSONValue) {
    object = content.object
    let list = (content["tags"]?.array ?? []).compactMap(\.object)
    tags = Dictionary(list.compactMap { tag in tag.id.map { ($0, tag) } }) { first, _ in first }
  }

  /// Returns the JSON of the record or tag in the content, or the whole object of a file.
  package subscript(subject: MergeField.Subject) -> JSONObject? {
    switch subject {
    case .record(let id): object?.id == id ? object : nil
    case .tag(let id): tags[id]
    case .file: object
    }
  }

  /// The ids of the tags by the keys of their names.
  package var tagsByName: [String: UUID] {
    let named = tags.compactMap { id, tag in tag["name"]?.string.map { (TagName.key($0), id) } }
    return Dictionary(named) { first, second in first.text < second.text ? first : second }
  }
}

extension JSONObject {
  /// The object's member `id`.
  package var id: UUID? { self["id"]?.string.flatMap(UUID.init) }

  /// The number of the invoice that bills the record; nil for a record that isn't billed, and for
  /// what is no record.
  package var invoice: String? { (try? StoredRecord(json: .object(self)))?.record.invoice }
}

/// A field that both sides of a merge changed, with the value of the later edit and the other one.
package struct MergeConflict: Sendable, Hashable {
  package let field: MergeField
  /// The merged value; nil if the member is absent.
  package let kept: JSONValue?
  /// The value that the merge doesn't contain.
  package let other: JSONValue?
  /// The tag that had the other value and became one with the field's tag; nil if that had it.
  package let otherTag: UUID?
  /// The version of a whole file that the merge doesn't contain; nil for a member.
  package let otherFile: File?

  /// A file on one side of a merge.
  package struct File: Sendable, Hashable {
    package let path: String
    package let isTheirs: Bool
  }

  package init(_ field: MergeField, kept: JSONValue?, other: JSONValue?, otherTag: UUID? = nil) {
    (self.field, self.kept, self.other, self.otherTag) = (field, kept, other, otherTag)
    otherFile = nil
  }

  /// Creates a conflict of a whole file.
  ///
  /// - Parameters:
  ///   - path: the path of the merged file.
  ///   - other: the version that the merge doesn't contain, which may be at another path.
  package init(ofFile path: String, other: File) {
    (field, otherFile) = (MergeField(.file(path), ""), other)
    (kept, self.other, otherTag) = (nil, nil, nil)
  }
}
