import Foundation
import JSONText

/// A merge of two versions of `tags.json`.
///
/// Tags with the same ID are merged member by member.
struct TagListMerge {
  let result: JSONValue
  /// The JSON members that both versions changed, each with the name of its tag.
  let decided: [String]

  /// Creates the merged list.
  ///
  /// - Parameters:
  ///   - base: the common ancestor, if git recorded it.
  ///   - journalVersions: the versions of the tags in the journal, used to find the ancestor
  ///     otherwise.
  ///   - file: the tags that `tags.json` contained before any copy was merged.
  ///   - isTheirsLater: whether `theirs` is used where both versions changed a member.
  init(
    _ ours: StoredTags,
    _ theirs: StoredTags,
    base: StoredTags? = nil,
    in journalVersions: JournalVersionIndex,
    beside file: StoredTags,
    isTheirsLater: Bool
  ) {
    let (first, second) = (Self.members(ours.contents), Self.members(theirs.contents))
    let before = base.map { Self.members($0.contents) }
    var envelope = JSONObjectMerge(
      first.envelope,
      second.envelope,
      base: before.map { MergeBase($0.envelope) },
      isTheirsLater: isTheirsLater
    )
    var decided = envelope.decided
    let inFile = Self.tags(file.contents)
    var tags: [JSONValue] = []
    for (id, tag) in first.tags {
      guard let other = second.tags.first(where: { $0.id == id }) else {
        tags.append(.object(tag))
        continue
      }
      let history = journalVersions.history(ofTag: id)
      let known = before?.tags.first { $0.id == id }.map { MergeBase($0.tag) }
      let merge = JSONObjectMerge(
        tag,
        other.tag,
        base: known ?? history.base(of: other.tag, beside: inFile[id] ?? tag),
        isTheirsLater: isTheirsLater
      )
      decided += merge.decided.map { "\($0) of \(tag["name"]?.string ?? id.uuidString)" }
      tags.append(.object(merge.result))
    }
    let known = Set(first.tags.map(\.id))
    for (id, tag) in second.tags where !known.contains(id) {
      let versions = journalVersions.history(ofTag: id)
      // A tag that we deleted and they didn't change stays deleted.
      if !versions.isDeleted || !versions.contains(tag) { tags.append(.object(tag)) }
    }
    envelope.put(.array(tags), under: "tags")
    result = .object(envelope.result)
    self.decided = decided
  }

  /// Returns the tags of a parsed `tags.json`, by ID.
  static func tags(_ contents: JSONValue) -> [UUID: JSONObject] {
    let tags = members(contents).tags.map { ($0.id, $0.tag) }
    return Dictionary(tags) { first, _ in first }
  }

  static func members(
    _ contents: JSONValue
  ) -> (envelope: JSONObject, tags: [(id: UUID, tag: JSONObject)]) {
    var envelope = contents.object ?? JSONObject()
    let tags = (envelope["tags"]?.array ?? []).compactMap { element -> (UUID, JSONObject)? in
      guard
        let tag = element.object, let id = tag["id"]?.string.flatMap(UUID.init)
      else { return nil }
      return (id, tag)
    }
    // Put a placeholder at the position of `tags` among the members.
    if envelope["tags"] != nil { envelope["tags"] = .null }
    return (envelope, tags)
  }
}
