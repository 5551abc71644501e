import Foundation
import JSONText
import MinutaStore

/// The values of fields on the two sides of a merge.
struct MergeValues {
  /// The files of one side.
  private struct Side {
    private var contents: [String: JSONValue] = [:]
    private var paths: [UUID: String] = [:]

    mutating func add(_ file: FileVersion?, at path: String) {
      guard let json = file?.text.flatMap({ try? JSONValue(parsing: $0) }) else { return }
      contents[path] = json
      if path.hasPrefix("records/"), let id = json.object?.id { paths[id] = path }
    }

    func path(of subject: MergeField.Subject) -> String? {
      switch subject {
      case .record(let id): paths[id]
      case .tag: "tags.json"
      case .file(let path): path
      }
    }

    func value(of field: MergeField) -> JSONValue? {
      let content = path(of: field.subject).flatMap { contents[$0] }
      return field.subject.object(in: content)?[field.key]
    }
  }

  private var (ours, theirs) = (Side(), Side())

  init(_ files: [FileVersions]) {
    for file in files {
      ours.add(file.ours, at: file.path)
      theirs.add(file.theirs, at: file.path)
    }
  }

  /// Returns the values of a field on both sides; nil for a whole file.
  func sides(of field: MergeField) -> (ours: JSONValue?, theirs: JSONValue?) {
    (ours.value(of: field), theirs.value(of: field))
  }

  /// Returns the paths of the files on both sides.
  func paths(of subject: MergeField.Subject) -> (ours: String?, theirs: String?) {
    (ours.path(of: subject), theirs.path(of: subject))
  }
}
