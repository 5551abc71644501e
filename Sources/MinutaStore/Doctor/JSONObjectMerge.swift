import Foundation
import JSONText
import MinutaCore

/// A three-way merge of two JSON versions of a record or a tag, member by member.
struct JSONObjectMerge {
  private(set) var result: JSONObject
  /// The members that both versions changed; the result contains the value of the later version.
  private(set) var decided: [String] = []
  /// Whether `theirs`, and not `ours`, is the record whose values stay, because an invoice bills it of
  /// which the other side didn't know; nil if there is none.
  private(set) var keepsTheirs: Bool?

  private let base: MergeBase?
  private let ours: JSONObject
  private let theirs: JSONObject
  /// Returns whether the value of `theirs` is used for a member that both versions changed.
  private let isTheirsLater: (String) -> Bool

  /// Creates the merged object.
  ///
  /// - Parameters:
  ///   - base: the common ancestor, if known.
  ///   - isTheirsLater: whether `theirs` is used where both versions changed a member.
  init(_ ours: JSONObject, _ theirs: JSONObject, base: MergeBase?, isTheirsLater: Bool) {
    self.init(ours, theirs, base: base) { _ in isTheirsLater }
  }

  /// Creates the merged object, with a decision for each member that both versions changed.
  init(
    _ ours: JSONObject,
    _ theirs: JSONObject,
    base: MergeBase?,
    isTheirsLater: @escaping (String) -> Bool
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.isTheirsLater = isTheirsLater
    result = ours
    let (isOurs, isTheirs) = (ours.invoice != nil, theirs.invoice != nil)
    if isOurs != isTheirs, base?.json.invoice == nil { keepsTheirs = isTheirs }
    // Of two invoices, the earlier one has its values.
    if isOurs, isTheirs, let base, base.json.invoice == nil {
      keepsTheirs = !isTheirsLater("comment")
    }
    for key in ours.keys + theirs.keys.filter({ ours[$0] == nil }) { merge(key) }
    keepTimesInOrder()
  }

  /// Returns whether two versions have the same meaning, even if their texts differ.
  static func isSame(_ first: JSONObject, _ second: JSONObject) -> Bool {
    (first.keys + second.keys).allSatisfy { isSame($0, first[$0], second[$0]) }
  }

  /// Returns the number of members in which two versions differ.
  static func distance(_ first: JSONObject, _ second: JSONObject) -> Int {
    let keys = first.keys + second.keys.filter { first[$0] == nil }
    return keys.count { !isSame($0, first[$0], second[$0]) }
  }

  /// The number of the invoice that bills one of the versions if they differ in more than labels and
  /// images; nil otherwise.
  var billing: String? {
    let sides = [ours, theirs].map { side in
      var side = side
      side["comment"] = .string(CommentMerge.text(of: side["comment"]?.string))
      side["images"] = nil
      return side
    }
    return Self.isSame(sides[0], sides[1]) ? nil : ours.invoice ?? theirs.invoice
  }

  /// Replaces a member of the merged object.
  mutating func put(_ value: JSONValue, under key: String) { result[key] = value }

  private mutating func merge(_ key: String) {
    let (ours, theirs) = (present(self.ours[key]), present(self.theirs[key]))
    if Self.isSame(key, ours, theirs) { return }
    if let keepsTheirs, !["comment", "images"].contains(key) {
      if keepsTheirs { result[key] = theirs }
      let other = keepsTheirs ? ours : theirs
      let isBilled = (keepsTheirs ? self.ours : self.theirs).invoice != nil
      let known = base.map { [$0.json] + (keepsTheirs ? [] : $0.previousVersions) } ?? []
      if isBilled || !known.contains(where: { Self.isSame(key, other, $0[key]) }) {
        decided.append(key)
      }
      return
    }
    if let base {
      // Their value is an old one of ours, which we have changed since: keep our current value.
      if base.previousVersions.contains(where: { Self.isSame(key, theirs, $0[key]) }) { return }
      if Self.isSame(key, theirs, base.json[key]) { return }
      if Self.isSame(key, ours, base.json[key]) { return result[key] = theirs }
    } else if ours == nil || theirs == nil {
      return result[key] = ours ?? theirs
    }
    if key == "images" {
      let (first, second) = (ours?.array ?? [], theirs?.array ?? [])
      return result[key] = .array(union(first, second, base?.json[key]?.array ?? []))
    }
    if key == "comment", ours?.string != nil || theirs?.string != nil {
      return mergeComment(ours?.string, theirs?.string)
    }
    decided.append(key)
    if isTheirsLater(key) { result[key] = theirs }
  }

  private mutating func mergeComment(_ ours: String?, _ theirs: String?) {
    let merge = CommentMerge(
      ours,
      theirs,
      base: base?.json["comment"]?.string,
      keepsTheirs: keepsTheirs,
      isTheirsLater: keepsTheirs ?? isTheirsLater("comment")
    )
    if merge.isConflict { decided.append("comment") }
    result["comment"] = merge.comment.map { .string($0) }
  }

  /// Returns the elements of both lists, without those that either side removed from `base`.
  private func union(
    _ ours: [JSONValue],
    _ theirs: [JSONValue],
    _ base: [JSONValue]
  ) -> [JSONValue] {
    ours.filter { theirs.contains($0) || !base.contains($0) }
      + theirs.filter { !ours.contains($0) && !base.contains($0) }
  }

  /// Takes both the start and the end from the later version if the merged end precedes the merged
  /// start.
  private mutating func keepTimesInOrder() {
    guard
      let start = Self.date(result["startTime"]), let end = Self.date(result["endTime"]),
      end < start
    else { return }
    let later = isTheirsLater("endTime") ? theirs : ours
    for key in ["startTime", "endTime"] where !decided.contains(key) { decided.append(key) }
    result["startTime"] = present(later["startTime"])
    result["endTime"] = present(later["endTime"])
  }

  private func present(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

  private static func isSame(_ key: String, _ first: JSONValue?, _ second: JSONValue?) -> Bool {
    let (first, second) = (first ?? .null, second ?? .null)
    if first == second { return true }
    switch key {
    case "startTime", "endTime", "createdAt":
      guard let first = date(first), let second = date(second) else { return false }
      return first == second
    case "id", "tagId":
      guard let first = id(first), let second = id(second) else { return false }
      return first == second
    case "images": return (first.array ?? []).isEmpty && (second.array ?? []).isEmpty
    case "isArchived": return (first.bool ?? false) == (second.bool ?? false)
    default: return false
    }
  }

  private static func date(_ value: JSONValue?) -> Date? { value?.string.flatMap(Timestamp.date) }

  private static func id(_ value: JSONValue?) -> UUID? { value?.string.flatMap(UUID.init) }
}
