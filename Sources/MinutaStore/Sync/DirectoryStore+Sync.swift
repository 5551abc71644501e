import Foundation
import JSONText
package import MinutaCore
import SystemCalls

/// The changes of shared files that this machine's journal has recorded since a known entry.
package struct JournaledChanges: Sendable {
  /// The sequence number of the journal's last entry.
  package fileprivate(set) var sequence: Int
  /// The shared files that the entries changed.
  package fileprivate(set) var paths: Set<String> = []
  /// The files among them that no longer exist after the entries.
  package fileprivate(set) var removed: Set<String> = []
  /// The files among them that a repair changed.
  package fileprivate(set) var repaired: Set<String> = []
  /// The newest version that a sync has put in place, with the sequence number of its entry.
  package fileprivate(set) var commit: (id: String, sequence: Int)?
  /// Whether the journal has every entry after the known one.
  package fileprivate(set) var isComplete = false
}

extension JournaledChanges {
  /// Adds the changes of an entry that is older than those before.
  fileprivate mutating func add(_ files: [FileChange], _ moves: [FileMove]) {
    let written = Set(files.filter { $0.after != nil }.map(\.path) + moves.map(\.to))
    let changed = Set(files.map(\.path) + moves.flatMap { [$0.from, $0.to] })
      .filter(SyncedPath.contains)
    removed.formUnion(changed.subtracting(paths).subtracting(written))
    paths.formUnion(changed)
  }
}

/// The content of a shared file.
package enum SyncedContent: Sendable {
  case missing
  case bytes([UInt8])
  /// The file isn't a regular file, is too large or isn't UTF-8; a sync leaves it alone.
  case unusable(reason: String)
}

/// Access to the shared files for a sync with other machines.
extension DirectoryStore {
  /// Returns the changes that the journal has recorded after an entry.
  ///
  /// It first finishes the transaction of a writer that crashed.
  ///
  /// - Parameter origin: the origin of the call.
  package func journaledChanges(
    after sequence: Int,
    _ origin: ChangeOrigin
  ) throws -> JournaledChanges {
    if let tail = try reading({ () throws(SystemError) in try journal.tail() }), !tail.isClosed {
      try write(origin) { _ in }
    }
    var changes = JournaledChanges(sequence: 0)
    var isFirst = true
    try reading { () throws(SystemError) in
      try journal.entries { entry in
        if isFirst { changes.sequence = entry.sequence }
        isFirst = false
        if entry.sequence <= sequence {
          changes.isComplete = true
          return false
        }
        if entry.sequence == sequence + 1 { changes.isComplete = true }
        if changes.commit == nil, let commit = entry.commit {
          changes.commit = (commit, entry.sequence)
        }
        changes.add(entry.files, entry.moves)
        changes.repaired.formUnion(entry.files.filter { $0.repair != nil }.map(\.path))
        if !entry.tags.isEmpty { changes.paths.insert(StoreLayout.tags) }
        return true
      }
    }
    if changes.sequence == sequence { changes.isComplete = true }
    if changes.sequence < sequence { changes.isComplete = false }
    return changes
  }

  /// Returns whether no transaction has begun since an entry of this machine's journal, so that files
  /// read in between are of one state.
  package func isUnchanged(since sequence: Int) throws -> Bool {
    let tail = try reading { () throws(SystemError) in try journal.tail() }
    return tail.map { $0.isClosed && $0.sequence == sequence } ?? (sequence == 0)
  }

  /// Throws an error if `tags.json` is unusable, because a sync would spread the damage.
  ///
  /// - Parameter isShared: whether other machines have `tags.json`.
  package func checkTags(isShared: Bool) throws {
    try read { snapshot in
      if let problem = try snapshot.tags().problem { throw TrackingError.tagsUnusable(problem) }
      guard isShared, let snapshot = snapshot as? DirectorySnapshot,
        try !snapshot.isTaken(StoreLayout.tags)
      else { return }
      throw snapshot.tagsMissing(although: DirectorySnapshot.sharedTags)
    }
  }

  /// Scans the directories of shared files.
  ///
  /// - Parameter known: the fingerprints of an earlier scan; empty to list all files.
  package func scanFolders(known: [String: UInt64]) throws(TrackingError) -> FolderScan {
    try reading { () throws(SystemError) in try FolderScan(root, known: known) }
  }

  /// Reads shared files.
  package func syncedContents(
    of paths: [String]
  ) throws(TrackingError) -> [String: SyncedContent] {
    let reader = DirectoryReader(root: root)
    var contents: [String: SyncedContent] = [:]
    for path in paths {
      do throws(StoreError) {
        let bytes = try reader.bytes(path, limit: SyncedPath.limit(of: path))
        let problem = Self.problem(of: bytes, at: path)
        contents[path] = problem.map { .unusable(reason: $0) } ?? .bytes(bytes)
      } catch {
        if case .system(let cause) = error, cause.isMissing {
          contents[path] = .missing
        } else if let failure = error.failure(reading: path) {
          throw failure
        } else if case .system(let cause) = error, cause.code == EFBIG {
          let limit = SyncedPath.limit(of: path)
          contents[path] = .unusable(reason: "it is larger than \(limit >> 20) MiB")
        } else {
          contents[path] = .unusable(reason: error.reason)
        }
      }
    }
    return contents
  }

  /// Returns the reason why a file can't be shared; nil if it can.
  ///
  /// A record that was cut off must not replace the whole one on other machines. One with git's
  /// conflict markers is merged by field.
  private static func problem(of bytes: [UInt8], at path: String) -> String? {
    guard SyncedPath.isText(path) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { return "it isn't UTF-8" }
    guard SyncedPath.kind(of: path) == .record, (try? JSONValue(parsing: text)) == nil,
      !GitConflict.hasMarkers(text)
    else { return nil }
    return "it isn't valid JSON"
  }

  /// Puts files of another version of the folder in place, as one transaction.
  ///
  /// Many files need several history entries, which are one run with the version's id.
  ///
  /// - Parameter sequence: the last journal entry that the caller has seen.
  /// - Returns: the last journal entry now; nil, and nothing is changed, if the folder has changed.
  package func apply(
    _ incoming: IncomingFiles,
    after sequence: Int,
    _ origin: ChangeOrigin
  ) throws -> Int? {
    let parts = incoming.parts(of: Self.filesPerEntry)
    let run = parts.count > 1 ? incoming.commit.map { String($0.prefix(8)) } : nil
    let origin = origin.inRun(run)
    return try write(origin) { transaction in
      guard transaction.lastEntry == sequence, try transaction.canApply(incoming.textRepair),
        try hasExpectedImages(incoming)
      else { return nil }
      for part in parts {
        transaction.receive(part)
        transaction.endCall(origin)
      }
      return sequence + parts.count
    }
  }

  private func hasExpectedImages(_ incoming: IncomingFiles) throws(TrackingError) -> Bool {
    let contents = try syncedContents(of: incoming.images.map(\.path))
    return incoming.images.allSatisfy { image in
      switch contents[image.path] {
      case .bytes(let bytes): image.before == bytes
      case .missing: image.before == nil
      default: false
      }
    }
  }

  /// The directory of this machine's private files.
  package var machineFolder: String { "\(root)/\(layout.folder)" }

  /// The path of the file in which a sync remembers what it has seen.
  package var syncStatePath: String { "\(machineFolder)/sync.json" }

  /// The maximum number of incoming files in one journal entry, which is read as a whole.
  private static let filesPerEntry = 500
}
