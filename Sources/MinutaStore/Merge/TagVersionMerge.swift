import Foundation
import JSONText
import MinutaCore

/// A three-way merge of `tags.json` by tag and field.
///
/// It knows which tags the records of each side have got since the common ancestor: a tag that one
/// side deleted stays if the other side has used it since.
struct TagVersionMerge {
  /// The tags of one side, and the other members of its `tags.json`.
  struct Side {
    let members: JSONObject
    let order: [UUID]
    let tags: [UUID: JSONObject]
    /// The tags that records have got on this side since the common ancestor.
    let used: Set<UUID>

    init(_ contents: JSONValue?, used: Set<UUID> = []) {
      let (members, tags) = TagListMerge.members(contents ?? [:])
      self.members = members
      self.used = used
      order = tags.map(\.id)
      self.tags = Dictionary(tags.map { ($0.id, $0.tag) }) { first, _ in first }
    }
  }

  private(set) var conflicts: [MergeConflict] = []
  /// The tags that became one with another tag, each with the tag that stays.
  private(set) var replacements: [UUID: UUID] = [:]
  private var merged: [UUID: JSONObject] = [:]
  private let (base, ours, theirs): (Side, Side, Side)
  private let isTheirsLater: (MergeField) -> Bool

  /// - Parameter unites: whether new tags of one name become one tag.
  init(
    base: Side,
    _ ours: Side,
    _ theirs: Side,
    unites: Bool,
    isTheirsLater: @escaping (MergeField) -> Bool
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.isTheirsLater = isTheirsLater
    for id in Set(ours.order + theirs.order).sorted(by: { $0.text < $1.text }) { merge(id) }
    if unites { uniteNewTags() }
  }

  /// The merged content of `tags.json`.
  var contents: JSONValue {
    let merge = EntityMerge(
      .file(StoreLayout.tags),
      base: base.members,
      ours.members,
      theirs.members,
      isTheirsLater: isTheirsLater
    )
    var members = merge.result
    members["tags"] = .array(order.compactMap { merged[$0] }.map { .object($0) })
    return .object(members)
  }

  /// Returns the tag that a record gets instead of the tag with an id.
  func replacement(of id: UUID) -> UUID {
    var id = id
    var seen: Set<UUID> = []
    while let next = replacements[id], seen.insert(id).inserted { id = next }
    return id
  }

  private mutating func merge(_ id: UUID) {
    switch (ours.tags[id], theirs.tags[id]) {
    case (let first?, let second?):
      let merge = EntityMerge(
        .tag(id),
        base: base.tags[id],
        first,
        second,
        isTheirsLater: isTheirsLater
      )
      let color = Self.color(of: merge.result, first, second)
      merged[id] = merge.result
      if let color, merge.conflicts.contains(where: { $0.field.key == "color" }) {
        merged[id]?["color"] = color
      }
      conflicts += merge.conflicts.filter { color == nil || $0.field.key != "color" }
    case (let tag?, nil): merge(id, tag, of: ours, missingIn: theirs)
    case (nil, let tag?): merge(id, tag, of: theirs, missingIn: ours)
    case (nil, nil): break
    }
  }

  /// Returns the color of a merged tag; nil if people chose the colors of both sides.
  ///
  /// A default color follows the name, so it never conflicts with another one.
  private static func color(of tag: JSONObject, _ sides: JSONObject...) -> JSONValue? {
    let isDefault = { (side: JSONObject) in
      guard let color = side["color"]?.string, let name = side["name"]?.string else { return false }
      return TagColor.isDefault(color, for: name)
    }
    let chosen = sides.filter { !isDefault($0) }
    if chosen.count == sides.count { return nil }
    let named = sides.filter { $0["name"] == tag["name"] }
    let colors = (chosen.isEmpty ? named : chosen).compactMap { $0["color"]?.string }
    return colors.min().map { .string($0) }
  }

  /// Merges a tag that only one side has: it is new there, or the other side deleted it.
  private mutating func merge(_ id: UUID, _ tag: JSONObject, of side: Side, missingIn other: Side) {
    guard let before = base.tags[id] else {
      merged[id] = tag
      return
    }
    let isEdited = !JSONObjectMerge.isSame(before, tag)
    guard isEdited || side.used.contains(id) else { return }
    // The other side may have replaced the tag by a new one of the same name.
    let namesake = other.tags.filter { base.tags[$0.key] == nil && $0.value.key == tag.key }
      .min { $0.key.text < $1.key.text }
    if let namesake { replacements[id] = namesake.key } else { merged[id] = tag }
  }

  /// Makes each new tag one with the other tags whose names differ only in case.
  ///
  /// A tag of the common ancestor stays, because its other records don't take part in the merge.
  /// Otherwise the tag that was created first stays.
  private mutating func uniteNewTags() {
    let named = merged.filter { $0.value.key != nil }
    for tags in Dictionary(grouping: named, by: { $0.value.key }).values where tags.count > 1 {
      let isKnown = { [base] (id: UUID) in base.tags[id] != nil }
      let sorted = tags.sorted {
        isKnown($0.key) == isKnown($1.key) ? isBefore($0.key, $1.key) : isKnown($0.key)
      }
      var kept = sorted[0].value
      for (id, tag) in sorted.dropFirst() where !isKnown(id) {
        kept = unite(kept, sorted[0].key, with: tag, id)
        merged[id] = nil
        replacements[id] = sorted[0].key
      }
      merged[sorted[0].key] = kept
    }
  }

  /// The members of a tag that have no conflict if it becomes one with another of the same name.
  private static let ownMembers: Set = ["id", "name", "createdAt", "isArchived"]

  /// Returns a tag with the members of another one; of two values, the later one is used.
  private mutating func unite(
    _ kept: JSONObject,
    _ id: UUID,
    with tag: JSONObject,
    _ other: UUID
  ) -> JSONObject {
    var result = kept
    for key in tag.keys where kept[key] == nil { result[key] = tag[key] }
    if tag["isArchived"] != true, kept["isArchived"] == true { result["isArchived"] = false }
    let color = Self.color(of: kept, kept, tag)
    if let color { result["color"] = color }
    let isTheirs = theirs.tags[other] != nil
    let isOnOneSide = isTheirs != (ours.tags[other] != nil)
    for key in tag.keys where kept[key] != nil && kept[key] != tag[key] {
      if Self.ownMembers.contains(key) || (key == "color" && color != nil) { continue }
      let field = MergeField(.tag(id), key)
      let isLater = isOnOneSide && isTheirsLater(field) == isTheirs
      if isLater { result[key] = tag[key] }
      conflicts.append(
        MergeConflict(
          field,
          kept: result[key],
          other: isLater ? kept[key] : tag[key],
          otherTag: isLater ? nil : other
        )
      )
    }
    return result
  }

  /// The ids of the merged tags in order: new tags are appended by the time of their creation.
  private var order: [UUID] {
    let known =
      ours.order == base.order ? theirs.order : theirs.order == base.order ? ours.order : base.order
    let listed = known.filter { merged[$0] != nil }
    let others = Set(merged.keys).subtracting(listed)
    return listed + others.sorted(by: isBefore)
  }

  private func isBefore(_ first: UUID, _ second: UUID) -> Bool {
    let dates = [first, second].map { id in
      merged[id]?["createdAt"]?.string.flatMap(Timestamp.date) ?? .distantPast
    }
    return dates[0] == dates[1] ? first.text < second.text : dates[0] < dates[1]
  }
}

extension JSONObject {
  /// The key of the tag's name: names that differ only in case have the same one.
  fileprivate var key: String? { self["name"]?.string.map(TagName.key) }
}
