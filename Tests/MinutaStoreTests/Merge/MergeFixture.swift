import Foundation
import JSONText
import MinutaCore

@testable import MinutaStore

/// The files of a data directory in memory: texts by path.
typealias FolderTexts = [String: String]

/// The result of a merge of folders in memory.
struct MergedFolder: Equatable {
  var files: FolderTexts
  var conflicts: Set<MergeConflict>

  init(
    _ base: FolderTexts,
    _ ours: FolderTexts,
    _ theirs: FolderTexts,
    isTheirsLater: @escaping (MergeField) -> Bool = { _ in false }
  ) {
    let paths = Set(base.keys).union(ours.keys).union(theirs.keys)
    let changed = paths.filter { base[$0] != ours[$0] || base[$0] != theirs[$0] }
    let merge = DirectoryMerge(
      changed.map { path in
        FileVersions(
          path,
          base: Self.version(base[path]),
          ours: Self.version(ours[path]),
          theirs: Self.version(theirs[path])
        )
      },
      isTaken: { ours[$0] != nil || theirs[$0] != nil },
      isTheirsLater: isTheirsLater
    )
    files = ours
    for (path, file) in merge.files { files[path] = file?.text }
    conflicts = Set(merge.conflicts)
  }

  private static func version(_ text: String?) -> FileVersion? {
    text.map { FileVersion(id: $0, text: $0) }
  }

  /// The records' JSON by id.
  var records: [String: JSONObject] { files.records }
}

extension FolderTexts {
  /// The records' JSON by id.
  var records: [String: JSONObject] {
    let objects = filter { $0.key.hasSuffix(".json") && $0.key.hasPrefix("records/") }
      .compactMap { (try? JSONValue(parsing: $0.value))?.object }
    let named = objects.compactMap { json in json["id"]?.string.map { ($0, json) } }
    return [String: JSONObject](named) { first, _ in first }
  }

  /// The tags' JSON by id.
  var tags: [String: JSONObject] {
    let list = self["tags.json"].flatMap { try? JSONValue(parsing: $0) }?["tags"]?.array ?? []
    let named = list.compactMap(\.object).compactMap { json in json["id"]?.string.map { ($0, json) }
    }
    return [String: JSONObject](named) { first, _ in first }
  }

  /// Returns the folder with a record, whose other members may be given.
  func with(
    _ id: UUID,
    at start: String = "2026-11-20T08:30:00Z",
    _ members: JSONObject = [:],
    path: String? = nil
  ) -> FolderTexts {
    var folder = self
    let json: JSONObject = ["id": .string(id.text), "startTime": .string(start)]
    let name = start.replacing("T", with: "_").replacing(":", with: "").replacing("Z", with: "")
    let path = path ?? "records/\(start.prefix(4))/\(start.dropFirst(5).prefix(2))/\(name).json"
    folder[path] = JSONValue.object(json.merging(members)).text(.indented)
    return folder
  }

  /// Returns the folder with a list of tags: ids, names and the hours of their creation.
  func with(tags: [(id: UUID, name: String, hour: Int)], color: String = "#8C5EA2") -> FolderTexts {
    var folder = self
    let list = tags.map { tag -> JSONValue in
      [
        "id": .string(tag.id.text), "name": .string(tag.name), "color": .string(color),
        "isArchived": false, "createdAt": .string("2026-11-20T\(tag.hour.padded(to: 2)):00:00Z"),
      ]
    }
    folder["tags.json"] = JSONValue.object(["tags": .array(list)]).text(.indented)
    return folder
  }
}
