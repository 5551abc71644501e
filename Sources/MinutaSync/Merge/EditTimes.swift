import Foundation
import JSONText
import MinutaStore

/// The commits in which each side of a merge last changed the files that are in conflict.
///
/// Of two edits of one field, the one in the later commit wins; at equal times, the one in the commit
/// with the greater id. So all machines decide alike, whatever their clocks say.
struct EditTimes {
  /// A commit's time in seconds since 1970, and its id.
  struct Edit {
    let time: Int
    let commit: String

    func isLater(than other: Edit) -> Bool { (time, commit) > (other.time, other.commit) }
  }

  /// The changes of a commit that isn't a merge.
  private struct CommitChanges {
    let edit: Edit
    let changes: [GitTreeChange]
  }

  private let ours: [CommitChanges]
  private let theirs: [CommitChanges]
  private let tips: (ours: Edit, theirs: Edit)
  private var contents: [String: MergeContent] = [:]

  /// Reads the commits of both sides since their common ancestor.
  init(
    _ git: GitProgram,
    base: String?,
    ours: String,
    theirs: String,
    paths: Set<String>
  ) async throws {
    let sides = try await [
      Self.commits(git, base, ours, paths), Self.commits(git, base, theirs, paths),
    ]
    (self.ours, self.theirs) = (sides[0].commits, sides[1].commits)
    tips = (sides[0].tip, sides[1].tip)
    let entries = sides.flatMap(\.commits).flatMap(\.changes).flatMap { [$0.before, $0.after] }
    let blobs = try await git.blobs(Set(entries.compactMap { $0?.id }))
    contents = blobs.compactMapValues { (try? JSONValue(parsing: $0)).map(MergeContent.init) }
  }

  /// Returns whether their edit of a field is later than ours.
  func isTheirsLater(_ field: MergeField, in values: MergeValues) -> Bool {
    let fields = values.fields(for: field)
    let first = edit(fields.ours, in: ours) { values.sides(of: $0).ours } ?? tips.ours
    let second = edit(fields.theirs, in: theirs) { values.sides(of: $0).theirs } ?? tips.theirs
    return second.isLater(than: first)
  }

  /// Returns the newest commit that gave a field its value; for a record's start or end, if none did,
  /// the one that changed the other of both, because they are decided together.
  private func edit(
    _ field: MergeField,
    in commits: [CommitChanges],
    _ value: (MergeField) -> JSONValue?
  ) -> Edit? {
    let others = ["startTime": "endTime", "endTime": "startTime"]
    let fields = [field] + (others[field.key].map { [MergeField(field.subject, $0)] } ?? [])
    for field in fields {
      if let edit = edit(of: field, to: value(field), in: commits) { return edit }
    }
    return nil
  }

  private func edit(
    of field: MergeField,
    to value: JSONValue?,
    in commits: [CommitChanges]
  ) -> Edit? {
    commits.first { commit in
      commit.changes.contains { change in
        if case .file(let path) = field.subject { return change.path == path }
        let (before, after) = (content(change.before), content(change.after))
        guard let after = after?[field.subject] else { return false }
        return after[field.key] == value && before?[field.subject]?[field.key] != value
      }
    }?.edit
  }

  private func content(_ entry: GitTreeEntry?) -> MergeContent? {
    entry.flatMap { contents[$0.id] }
  }

  /// Returns the commits of a side, newest first, with their changes of some files.
  private static func commits(
    _ git: GitProgram,
    _ base: String?,
    _ tip: String,
    _ paths: Set<String>
  ) async throws -> (commits: [CommitChanges], tip: Edit) {
    let range = [tip] + (base.map { ["^\($0)"] } ?? [])
    let list = try await git.output(
      ["rev-list", "--topo-order", "--no-merges", "--timestamp"] + range
    )
    var edits: [Edit] = []
    for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { edits.append(Edit(time: Int(words[0]) ?? 0, commit: String(words[1]))) }
    }
    let input = edits.map { "\($0.commit)\n" }.joined()
    // A commit in between may have changed far more files.
    let places = paths.count > maximumPaths ? [] : ["--"] + paths.sorted()
    let output = try await git.output(
      ["diff-tree", "--stdin", "-r", "-z", "--raw", "--root", "--no-renames"] + places,
      input: Array(input.utf8)
    )
    var changes: [String: [GitTreeChange]] = [:]
    var rest = output.fields[...]
    while let commit = rest.popFirst() {
      let lines = rest.prefix { $0.hasPrefix(":") || !Self.isID($0) }
      rest = rest.dropFirst(lines.count)
      changes[commit] = GitProgram.changes(in: lines).filter { paths.contains($0.path) }
    }
    let time = try await git.line(["rev-list", "-1", "--timestamp", tip])?.split(separator: " ")
    return (
      edits.map { CommitChanges(edit: $0, changes: changes[$0.commit] ?? []) },
      Edit(time: time?.first.flatMap { Int($0) } ?? 0, commit: tip)
    )
  }

  /// The maximum number of paths to pass to git as arguments.
  private static let maximumPaths = 10_000

  private static func isID(_ field: String) -> Bool {
    field.utf8.count >= 40 && field.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }
}
