package import Foundation
package import JSONText

/// A member of a record or tag, or a whole file, that two sides of a merge may both have changed.
package struct MergeField: Sendable, Hashable {
  package enum Subject: Sendable, Hashable {
    case record(UUID)
    case tag(UUID)
    /// A file that is neither; the associated value is its path.
    case file(String)

    /// Returns the JSON of the record or tag in a file's content, or the whole object of a file.
    package func object(in content: JSONValue?) -> JSONObject? {
      switch self {
      case .record(let id): content?.object?.id == id ? content?.object : nil
      case .tag(let id): content?["tags"]?.array?.lazy.compactMap(\.object).first { $0.id == id }
      case .file: content?.object
      }
    }
  }

  package let subject: Subject
  /// The name of the member; empty for a whole file.
  package let key: String

  package init(_ subject: Subject, _ key: String) {
    (self.subject, self.key) = (subject, key)
  }
}

extension JSONObject {
  /// The object's member `id`.
  package var id: UUID? { self["id"]?.string.flatMap(UUID.init) }
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
