import Foundation
import JSONText

/// Two versions of the file of tags made one: the tags of both, each merged by its id.
struct TagsMerge {
  let result: JSONValue
  /// The members that differ on both sides, with the names of their tags.
  let decided: [String]

  init(_ ours: StoredTags, _ theirs: StoredTags, base: JSONObject?, isTheirsLater: Bool) {
    let (first, second) = (Self.members(ours.contents), Self.members(theirs.contents))
    let before = base.map { Self.members(.object($0)) }
    var around = ObjectMerge(
      first.around,
      second.around,
      base: before?.around,
      isTheirsLater: isTheirsLater
    )
    var decided = around.decided
    var tags: [JSONValue] = []
    for (id, tag) in first.tags {
      guard let other = second.tags.first(where: { $0.id == id }) else {
        tags.append(.object(tag))
        continue
      }
      let merge = ObjectMerge(
        tag,
        other.tag,
        base: before?.tags.first { $0.id == id }?.tag,
        isTheirsLater: isTheirsLater
      )
      decided += merge.decided.map { "\($0) of \(tag["name"]?.string ?? id.uuidString)" }
      tags.append(.object(merge.result))
    }
    let known = Set(first.tags.map(\.id))
    tags += second.tags.filter { !known.contains($0.id) }.map { .object($0.tag) }
    around.put(.array(tags), under: "tags")
    result = .object(around.result)
    self.decided = decided
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
