import Foundation
import IntentKit
import JSONText
import MinutaStore
import SystemCalls

/// A line at the end of a merge commit's message that names a field with two values.
///
/// The values aren't in the line: the merge commit has the one that was kept, and one of its parents
/// the other.
struct ConflictTrailer: Hashable {
  /// The maximum number of such lines in a message; a merge doesn't name more.
  static let maximum = 10_000

  enum Kind: String, CaseIterable {
    /// Both sides changed the field.
    case conflict = "Minuta-Conflict"
    /// Only one side changed the field, so its value replaced that of the other side. But there,
    /// merges had kept the value in conflicts, which the changing side didn't know.
    case replaced = "Minuta-Replaced"
  }

  let kind: Kind
  let field: MergeField
  /// The number of the parent with the other value: 0 or 1.
  let parent: Int
  /// The path of the file in that parent.
  let path: String
  /// The tag with the other value, which became one with the field's tag; nil for the same tag.
  let otherTag: UUID?

  init(
    _ field: MergeField,
    kind: Kind = .conflict,
    parent: Int,
    path: String,
    otherTag: UUID? = nil
  ) {
    (self.kind, self.field, self.parent, self.path) = (kind, field, parent, path)
    self.otherTag = otherTag
  }

  /// The record, the tag or the file that has the other value.
  var otherSubject: MergeField.Subject { otherTag.map { .tag($0) } ?? field.subject }

  /// Whether a line of a message says that it names a field.
  static func isNamed(_ line: some StringProtocol) -> Bool {
    Kind.allCases.contains { line.hasPrefix("\($0.rawValue): ") }
  }

  /// Parses a line of a message; nil if it is another line.
  init?(_ line: some StringProtocol) {
    guard
      let trailer = Kind.allCases.first(where: { line.hasPrefix("\($0.rawValue): ") }),
      let parts = try? JSONValue(parsing: String(line.dropFirst(trailer.rawValue.count + 2))).array,
      5...6 ~= parts.count, let type = parts[0].string, let subject = parts[1].string,
      let key = parts[2].string, let parent = parts[3].integer, 0...1 ~= parent,
      let path = parts[4].string, SyncedPath.contains(path)
    else { return nil }
    switch (type, UUID(uuidString: subject)) {
    case ("record", let id?): field = MergeField(.record(id), key)
    case ("tag", let id?): field = MergeField(.tag(id), key)
    // Anybody can write such a line, so it must name no other file and none that has no members.
    case ("file", _)
    where SyncedPath.contains(subject) && (key.isEmpty || subject == SyncedPath.tags):
      field = MergeField(.file(subject), key)
    default: return nil
    }
    (self.kind, self.parent, self.path) = (trailer, parent, path)
    otherTag = parts.dropFirst(5).first?.string.flatMap(UUID.init)
  }

  /// Names the fields of a file with conflict markers in the commit that removes them.
  static func all(in text: String, at path: String) -> [ConflictTrailer] {
    (MarkedFile(text, at: path)?.fields ?? []).map { ConflictTrailer($0, parent: 0, path: path) }
  }

  var line: String {
    let (type, subject) =
      switch field.subject {
      case .record(let id): ("record", id.uuidString)
      case .tag(let id): ("tag", id.uuidString)
      case .file(let path): ("file", path)
      }
    let parts: [JSONValue] =
      [
        .string(type), .string(subject), .string(field.key), .number(JSONNumber(parent)),
        .string(path),
      ] + (otherTag.map { [.string($0.uuidString)] } ?? [])
    return "\(kind.rawValue): \(JSONValue.array(parts).text(.stored))"
  }
}

extension GitProgram {
  /// The maximum size of all messages with such lines, in bytes.
  private static let messageLimit = 8 << 20

  /// Reads the lines that name fields in the messages of some commits, newest first.
  ///
  /// - Parameters:
  ///   - format: the format of what comes before the message of each commit.
  ///   - range: the commits, as `git log` takes them.
  /// - Returns: for each commit with such lines, the lines that `format` gives, and the names.
  func trailers(
    _ format: String,
    in range: [String]
  ) async throws -> [(values: [String], trailers: [ConflictTrailer])] {
    let patterns = ConflictTrailer.Kind.allCases.map { "--grep=^\($0.rawValue): " }
    let arguments = ["log", "-z", "--topo-order", "--format=%H%n\(format)%n%B"] + patterns + range
    let result = try await run(arguments, limit: Self.messageLimit)
    let fields = result.output.fields
    if result.output.count > Self.messageLimit {
      let longest = fields.max { $0.utf8.count < $1.utf8.count }
      throw Failure.refusedCommit(longest ?? "", "and those before it name too many conflicts")
    }
    if result.code != 0 { throw Failure.gitFailed("log", result.errors, folder) }
    let count = format.split(separator: "%n").count
    return try fields.map { field in
      let lines = field.split(separator: "\n", omittingEmptySubsequences: false)
      let named = lines.dropFirst(count + 1).filter(ConflictTrailer.isNamed)
      if named.count > ConflictTrailer.maximum {
        throw Failure.refusedCommit(field, "names too many conflicts")
      }
      return (
        lines.dropFirst().prefix(count).map(String.init), named.compactMap { ConflictTrailer($0) }
      )
    }
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
      if let file = conflict.otherFile {
        return ConflictTrailer(conflict.field, parent: file.isTheirs ? 1 : 0, path: file.path)
      }
      let tag = conflict.otherTag.map { MergeField.Subject.tag($0) }
      let sides = values.sides(of: tag.map { MergeField($0, conflict.field.key) } ?? conflict.field)
      let parent = conflict.other == sides.ours && conflict.other != sides.theirs ? 0 : 1
      let paths = values.paths(of: conflict.field.subject)
      let path = (parent == 0 ? paths.ours : paths.theirs) ?? SyncedPath.tags
      return ConflictTrailer(
        conflict.field,
        parent: parent,
        path: path,
        otherTag: conflict.otherTag
      )
    }
    let known = Set(trailers)
    let all = trailers + others.filter { !known.contains($0) } + replaced
    return Array(all.prefix(ConflictTrailer.maximum))
  }
}
