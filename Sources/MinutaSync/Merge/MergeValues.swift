import Foundation
import JSONText
import MinutaCore
import MinutaStore

/// The values of fields on the two sides of a merge.
struct MergeValues {
  /// The files of one side.
  private struct Side {
    private var contents: [String: MergeContent] = [:]
    private var paths: [UUID: String] = [:]
    private var tagsByName: [String: UUID] = [:]

    mutating func add(_ file: FileVersion?, at path: String) {
      guard let json = file?.text.flatMap({ try? JSONValue(parsing: $0) }) else { return }
      let content = MergeContent(json)
      contents[path] = content
      if path == SyncedPath.tags { tagsByName = content.tagsByName }
      if SyncedPath.kind(of: path) == .record, let id = json.object?.id { paths[id] = path }
    }

    func path(of subject: MergeField.Subject) -> String? {
      switch subject {
      case .record(let id): paths[id]
      case .tag: SyncedPath.tags
      case .file(let path): path
      }
    }

    func value(of field: MergeField) -> JSONValue? {
      let content = path(of: field.subject).flatMap { contents[$0] }
      return content?[field.subject]?[field.key]
    }

    func field(for field: MergeField, from other: Side) -> MergeField {
      guard case .tag(let id) = field.subject else { return field }
      let name = other.contents[SyncedPath.tags]?[field.subject]?["name"]?.string
      guard let key = name.map(TagName.key), contents[SyncedPath.tags]?[field.subject] == nil else {
        return field
      }
      return MergeField(.tag(tagsByName[key] ?? id), field.key)
    }
  }

  private var (ours, theirs, merged) = (Side(), Side(), Side())

  /// - Parameter result: the merged files by path.
  init(_ files: [FileVersions], result: [String: FileVersion?] = [:]) {
    for file in files {
      ours.add(file.ours, at: file.path)
      theirs.add(file.theirs, at: file.path)
    }
    for (path, file) in result { merged.add(file, at: path) }
  }

  /// Returns the values of a field on both sides; nil for a whole file.
  func sides(of field: MergeField) -> (ours: JSONValue?, theirs: JSONValue?) {
    (ours.value(of: field), theirs.value(of: field))
  }

  /// Returns the fields on both sides that a merge compares: those of a tag that only one side has,
  /// and of the other side's tag of the same name.
  func fields(for field: MergeField) -> (ours: MergeField, theirs: MergeField) {
    (ours.field(for: field, from: theirs), theirs.field(for: field, from: ours))
  }

  /// Returns the paths of the files on both sides.
  func paths(of subject: MergeField.Subject) -> (ours: String?, theirs: String?) {
    (ours.path(of: subject), theirs.path(of: subject))
  }

  /// Returns whether the result has another value than one of the sides; false if the record or tag
  /// didn't take part in the merge or is deleted.
  func isReplaced(_ field: MergeField, isTheirs: Bool) -> Bool {
    let side = isTheirs ? theirs : ours
    guard side.path(of: field.subject) != nil, merged.path(of: field.subject) != nil else {
      return false
    }
    return field.comparable(side.value(of: field)) != field.comparable(merged.value(of: field))
  }
}

extension MergeField {
  /// Returns the part of a value that conflicts: of a comment the text, because labels are united.
  func comparable(_ value: JSONValue?) -> JSONValue? {
    isComment ? .string(CommentMerge.text(of: value?.string)) : value
  }

  var isComment: Bool {
    if case .record = subject { key == "comment" } else { false }
  }
}
