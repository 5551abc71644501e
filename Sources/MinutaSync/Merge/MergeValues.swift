import Foundation
import JSONText
import MinutaStore

/// The values of fields on the two sides of a merge.
struct MergeValues {
  private var records: (ours: [UUID: JSONObject], theirs: [UUID: JSONObject]) = ([:], [:])
  private var tags: (ours: [UUID: JSONObject], theirs: [UUID: JSONObject]) = ([:], [:])
  private var paths: (ours: [UUID: String], theirs: [UUID: String]) = ([:], [:])

  init(_ files: [FileVersions]) {
    for file in files {
      add(file.ours, at: file.path, to: &records.ours, &tags.ours, &paths.ours)
      add(file.theirs, at: file.path, to: &records.theirs, &tags.theirs, &paths.theirs)
    }
  }

  /// Returns the values of a field on both sides; nil for a whole file.
  func sides(of field: MergeField) -> (ours: JSONValue?, theirs: JSONValue?) {
    switch field.subject {
    case .record(let id): (records.ours[id]?[field.key], records.theirs[id]?[field.key])
    case .tag(let id): (tags.ours[id]?[field.key], tags.theirs[id]?[field.key])
    case .file: (nil, nil)
    }
  }

  /// Returns the paths of a record's files on both sides.
  func paths(ofRecord id: UUID) -> (ours: String?, theirs: String?) {
    (paths.ours[id], paths.theirs[id])
  }

  private func add(
    _ file: FileVersion?,
    at path: String,
    to records: inout [UUID: JSONObject],
    _ tags: inout [UUID: JSONObject],
    _ paths: inout [UUID: String]
  ) {
    guard let text = file?.text, let json = try? JSONValue(parsing: text) else { return }
    if path == "tags.json" {
      for tag in json["tags"]?.array?.compactMap(\.object) ?? [] {
        if let id = tag.id { tags[id] = tag }
      }
    } else if path.hasPrefix("records/"), let record = json.object, let id = record.id {
      records[id] = record
      paths[id] = path
    }
  }
}

extension JSONObject {
  /// The object's member `id`.
  var id: UUID? { self["id"]?.string.flatMap(UUID.init) }
}
