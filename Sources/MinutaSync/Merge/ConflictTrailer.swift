import Foundation
import JSONText
import MinutaStore

/// A line at the end of a merge commit's message that names a field which both sides changed.
///
/// The values aren't in the line: the merge commit has the one that was kept, and one of its parents
/// the other.
struct ConflictTrailer: Equatable {
  static let name = "Minuta-Conflict"

  let field: MergeField
  /// The number of the parent with the other value: 0 or 1.
  let parent: Int
  /// The path of the file in that parent.
  let path: String

  init(_ field: MergeField, parent: Int, path: String) {
    (self.field, self.parent, self.path) = (field, parent, path)
  }

  /// Parses a line of a message; nil if it is another line.
  init?(_ line: some StringProtocol) {
    guard
      line.hasPrefix("\(Self.name): "),
      let parts = try? JSONValue(parsing: String(line.dropFirst(Self.name.count + 2))).array,
      parts.count == 5, let kind = parts[0].string, let subject = parts[1].string,
      let key = parts[2].string, let parent = parts[3].integer, 0...1 ~= parent,
      let path = parts[4].string, SyncedPath.contains(path)
    else { return nil }
    switch (kind, UUID(uuidString: subject)) {
    case ("record", let id?): field = MergeField(.record(id), key)
    case ("tag", let id?): field = MergeField(.tag(id), key)
    case ("file", _): field = MergeField(.file(subject), key)
    default: return nil
    }
    (self.parent, self.path) = (parent, path)
  }

  /// Names the fields of a file with conflict markers in the commit that removes them.
  static func all(in text: String, at path: String) -> [ConflictTrailer] {
    (MarkedFile(text, at: path)?.fields ?? []).map { ConflictTrailer($0, parent: 0, path: path) }
  }

  var line: String {
    let (kind, subject) =
      switch field.subject {
      case .record(let id): ("record", id.uuidString)
      case .tag(let id): ("tag", id.uuidString)
      case .file(let path): ("file", path)
      }
    let parts: JSONValue = [
      .string(kind), .string(subject), .string(field.key), .number(JSONNumber(parent)),
      .string(path),
    ]
    return "\(Self.name): \(parts.text())"
  }
}

extension CommitMerge {
  /// The lines that name the conflicts in the message of the merge commit.
  var trailers: [ConflictTrailer] {
    let values = MergeValues(Array(versions.values))
    let others = marked.map {
      ConflictTrailer($0.field, parent: $0.isTheirs ? 1 : 0, path: $0.path)
    }
    let trailers = conflicts.map { conflict in
      let sides = values.sides(of: conflict.field)
      var parent = conflict.other == sides.ours && conflict.other != sides.theirs ? 0 : 1
      if case .file(let file) = conflict.field.subject, conflict.field.key.isEmpty {
        parent = changed[file] == nil ? 1 : 0
      }
      let paths = values.paths(of: conflict.field.subject)
      let path = (parent == 0 ? paths.ours : paths.theirs) ?? "tags.json"
      return ConflictTrailer(conflict.field, parent: parent, path: path)
    }
    return trailers + others.filter { !trailers.contains($0) }
  }
}
