import JSONText

/// The versions that a record or a tag had on this machine, the oldest first.
struct VersionHistory {
  struct Version {
    let json: JSONObject
    /// Whether another program wrote it, rather than the journal's entry before.
    let isExternal: Bool
  }

  private(set) var versions: [Version] = []
  /// Whether this machine deleted it last.
  private(set) var isDeleted = false

  init() {}

  /// Takes the changes that a journal has, the newest first.
  init(_ changes: [JournalVersionIndex.Change]) {
    isDeleted = changes.first.map { $0.after == nil } ?? false
    for change in changes.reversed() {
      if let before = change.before { append(before, isExternal: !versions.isEmpty) }
      if let after = change.after { append(after, isExternal: false) }
    }
    let undone = changes.filter(\.isFromUndoneRepair).compactMap(\.after)
    let valid = changes.filter(\.isValid).compactMap(\.after)
    versions.removeAll { version in
      undone.contains { JSONObjectMerge.isSame($0, version.json) }
        && !valid.contains { JSONObjectMerge.isSame($0, version.json) }
    }
  }

  private mutating func append(_ json: JSONObject, isExternal: Bool) {
    if let last = versions.last, JSONObjectMerge.isSame(last.json, json) { return }
    versions.append(Version(json: json, isExternal: isExternal))
  }

  /// Whether a version was there.
  func contains(_ json: JSONObject) -> Bool {
    versions.contains { JSONObjectMerge.isSame($0.json, json) }
  }

  /// The version that a copy and the file beside it come from; nil where it is not known.
  ///
  /// The copy comes from the version that it differs from in the fewest members. But a sync may have
  /// put its version in the place of ours and left ours as the copy: then the version that came into
  /// the file is the other one, and ours of that time is the latest that it can come from.
  func base(of copy: JSONObject, beside file: JSONObject) -> MergeBase? {
    if let place = versions.lastIndex(where: { JSONObjectMerge.isSame($0.json, copy) }),
      let incoming = incoming(after: place, file)
    {
      return Self.closest(to: incoming, of: versions[...place]).map { MergeBase($0) }
    }
    let base = Self.closest(to: copy, of: versions[...])
    return base.map { MergeBase($0, previousVersions: versions.map(\.json)) }
  }

  /// The first version after a place that another program wrote, the one in the file included.
  private func incoming(after place: Int, _ file: JSONObject) -> JSONObject? {
    if let version = versions[(place + 1)...].first(where: \.isExternal) { return version.json }
    let isOurs = versions.last.map { JSONObjectMerge.isSame($0.json, file) } ?? true
    return isOurs ? nil : file
  }

  /// The oldest of the versions that differ from one in the fewest members.
  private static func closest(
    to json: JSONObject,
    of versions: ArraySlice<Version>
  ) -> JSONObject? {
    versions.map { (json: $0.json, distance: JSONObjectMerge.distance($0.json, json)) }
      .min { $0.distance < $1.distance }?.json
  }
}

/// The version that two others come from.
struct MergeBase {
  let json: JSONObject
  /// The versions that ours had; a value of theirs that one of these has is not new.
  let previousVersions: [JSONObject]

  init(_ json: JSONObject, previousVersions: [JSONObject] = []) {
    (self.json, self.previousVersions) = (json, previousVersions)
  }
}
