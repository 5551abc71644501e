/// Several stores that are read as one.
///
/// Tags with the same name are one tag. A store that can't be read is left out and named.
package struct CombinedStore: RecordStore {
  /// One of the stores that are read together.
  package struct Member: Sendable {
    /// The name in results, which no other member has.
    let name: String
    let store: any RecordStore

    package init(name: String, store: any RecordStore) {
      self.name = name
      self.store = store
    }
  }

  private let members: [Member]

  package init(_ members: [Member]) {
    self.members = members
  }

  package func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
    try read([], skipping: [], body)
  }

  /// Opens the members that are left, one inside the other, then calls `body` with all of them.
  ///
  /// - Throws: errors of `body`, or that of the first member if none can be read.
  private func read<Result>(
    _ parts: [CombinedSnapshot.Part],
    skipping skipped: [SkippedStore],
    _ body: (any StoreSnapshot) throws -> Result
  ) throws -> Result {
    let position = parts.count + skipped.count
    guard position < members.count else {
      if parts.isEmpty, let first = skipped.first { throw first.error }
      return try body(CombinedSnapshot(of: parts, skipping: skipped, names: members.map(\.name)))
    }
    let member = members[position]
    let result: Swift.Result<Result, any Error>
    do {
      try member.store.requireData()
      result = try member.store.read { snapshot in
        let part = CombinedSnapshot.Part(
          number: Int16(clamping: position + 1),
          name: member.name,
          snapshot: snapshot
        )
        // Catch the errors of the other members and of `body`: they aren't errors of this member.
        return Swift.Result { try read(parts + [part], skipping: skipped, body) }
      }
    } catch let error as TrackingError {
      let skipped = skipped + [SkippedStore(name: member.name, error: error)]
      return try read(parts, skipping: skipped, body)
    }
    return try result.get()
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    let path = members.map(\.name).joined(separator: ", ")
    throw TrackingError.storeUnwritable(path: path, reason: "several data folders are only read")
  }
}

/// A store that is left out, because it can't be read.
package struct SkippedStore: Sendable, Equatable {
  package let name: String
  package let error: TrackingError
}
