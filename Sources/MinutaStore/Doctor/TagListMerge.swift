import Foundation
import JSONText

/// Two versions of the file of tags made one: the tags of both, each merged by its id.
struct TagListMerge {
  let result: JSONValue
  /// The members that differ on both sides, with the names of their tags.
  let decided: [String]

  /// Merges.
  ///
  /// - Parameters:
  ///   - base: what both come from, where git says it.
  ///   - memory: the versions of the tags, which tell what both come from where git does not.
  ///   - file: the tags that were in the file before anything was merged.
  ///   - isTheirsLater: which version counts where both have a value of their own.
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
    var around = JSONObjectMerge(
      first.around,
      second.around,
      base: before.map { MergeBase($0.around) },
      isTheirsLater: isTheirsLater
    )
    var decided = around.decided
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
      // One that was deleted here and left alone there stays away.
      if !versions.isDeleted || !versions.contains(tag) { tags.append(.object(tag)) }
    }
    around.put(.array(tags), under: "tags")
    result = .object(around.result)
    self.decided = decided
  }

  /// The tags of a file of tags.
  static func tags(_ contents: JSONValue) -> [UUID: JSONObject] {
    let tags = members(contents).tags.map { ($0.id, $0.tag) }
    return Dictionary(tags) { first, _ in first }
  }

  private static func members(
    _ contents: JSONValue
  ) -> (around: JSONObject, tags: [(id: UUID, tag: JSONObject)]) {
    var around = contents.object ?? JSONObject()
    let tags = (around["tags"]?.array ?? []).compactMap { element -> (UUID, JSONObject)? in
      guard
        let tag = element.object, let id = tag["id"]?.string.flatMap(UUID.init)
      else { return nil }
      return (id, tag)
    }
    // Its place among the members is kept.
    if around["tags"] != nil { around["tags"] = .null }
    return (around, tags)
  }
}
