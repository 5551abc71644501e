import JSONText

/// The versions of a record or a tag on this machine, oldest first.
struct EntityVersionHistory {
  struct Version {
    let json: JSONObject
    /// Whether another program, and not Minuta on this machine, wrote this version.
    let isExternal: Bool
    /// Whether Minuta on this machine is known to have written this version.
    let isOwn: Bool
  }

  private(set) var versions: [Version] = []
  /// Whether the last change in this machine's journal was a deletion.
  private(set) var isDeleted = false

  init() {}

  /// Creates a history from the journal's changes, newest first.
  init(_ changes: [JournalVersionIndex.JournaledChange]) {
    isDeleted = changes.first.map { $0.after == nil } ?? false
    for change in changes.reversed() {
      if let before = change.before { append(before, isExternal: !versions.isEmpty, isOwn: false) }
      if let after = change.after { append(after, isExternal: false, isOwn: true) }
    }
    let undone = changes.filter(\.isFromUndoneRepair).compactMap(\.after)
    let valid = changes.filter(\.isValid).compactMap(\.after)
    versions.removeAll { version in
      undone.contains { JSONObjectMerge.isSame($0, version.json) }
        && !valid.contains { JSONObjectMerge.isSame($0, version.json) }
    }
  }

  private mutating func append(_ json: JSONObject, isExternal: Bool, isOwn: Bool) {
    if let last = versions.last, JSONObjectMerge.isSame(last.json, json) { return }
    versions.append(Version(json: json, isExternal: isExternal, isOwn: isOwn))
  }

  /// Returns whether the history contains a version with the same meaning.
  func contains(_ json: JSONObject) -> Bool {
    versions.contains { JSONObjectMerge.isSame($0.json, json) }
  }

  /// Returns the common ancestor of a conflict copy and the current file; nil if unknown.
  ///
  /// The ancestor is usually the version with the fewest differences from the copy. But a sync
  /// program may have put the other machine's version in place and kept ours as the copy. Then the
  /// version with the fewest differences from the other machine's version is used, if it isn't
  /// newer than the copy.
  func base(of copy: JSONObject, beside file: JSONObject) -> MergeBase? {
    if let index = versions.lastIndex(where: { JSONObjectMerge.isSame($0.json, copy) }),
      let incoming = incoming(after: index, file)
    {
      return Self.closest(to: incoming, of: versions[...index]).map { MergeBase($0) }
    }
    let base = Self.closest(to: copy, of: versions[...])
    return base.map { MergeBase($0, previousVersions: versions.map(\.json)) }
  }

  /// Returns the common ancestor of a conflict copy and the current file, if this machine wrote it.
  ///
  /// A version that only appears as the one before a change may be newer than the copy.
  func ownBase(of copy: JSONObject, beside file: JSONObject) -> MergeBase? {
    guard let base = base(of: copy, beside: file) else { return nil }
    let isOwn = versions.contains { $0.isOwn && JSONObjectMerge.isSame($0.json, base.json) }
    return isOwn ? base : nil
  }

  /// Returns the first version after `index` that another program wrote, which may be the current
  /// file.
  private func incoming(after index: Int, _ file: JSONObject) -> JSONObject? {
    if let version = versions[(index + 1)...].first(where: \.isExternal) { return version.json }
    let isOurs = versions.last.map { JSONObjectMerge.isSame($0.json, file) } ?? true
    return isOurs ? nil : file
  }

  /// Returns the version with the fewest differences from `json`, the oldest in a tie.
  private static func closest(
    to json: JSONObject,
    of versions: ArraySlice<Version>
  ) -> JSONObject? {
    versions.map { (json: $0.json, distance: JSONObjectMerge.distance($0.json, json)) }
      .min { $0.distance < $1.distance }?.json
  }
}

/// The common ancestor of two versions, for a three-way merge.
struct MergeBase {
  let json: JSONObject
  /// The earlier versions on this machine.
  ///
  /// If the other side's value of a member is in one of these versions, the value is merely
  /// outdated: the other side didn't change the member.
  let previousVersions: [JSONObject]

  init(_ json: JSONObject, previousVersions: [JSONObject] = []) {
    (self.json, self.previousVersions) = (json, previousVersions)
  }
}
