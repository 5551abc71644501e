package import Foundation
import JSONText
package import MinutaCore
import MinutaStore
import SystemCalls

/// The state of the folder at the last sync, kept in this machine's private files.
///
/// If it is lost, the next sync compares all files.
package struct SyncState: Sendable {
  /// The commit that the folder had after the sync.
  package var commit: String
  /// The last entry of the journal that the commit includes.
  var sequence: Int
  /// The commit to which git's index was brought.
  var indexed: String?
  /// The fingerprints of the directories of shared files.
  var folders: [String: UInt64]
  /// The time of the last sync that reached the remote; nil if there was none.
  package var lastSuccess: Date?
  /// The files that arrived in the last sync that brought any, and its time.
  package var arrived: FileCounts?
  package var arrivedAt: Date?
  /// The files that couldn't be shared.
  var skipped: [String] = []
  /// The files that aren't Minuta's and that others changed, with the id of the version before.
  var outdated: [String: String] = [:]
}

extension SyncState {
  /// Reads the state; nil if it is missing or damaged.
  init?(_ path: String) {
    guard
      let file = try? FileDescriptor(opening: path, for: .readingNoFollow),
      let bytes = try? file.readAll(limit: 16 << 20), let json = try? JSONValue(parsing: bytes),
      json["version"]?.integer == 1, let commit = json["commit"]?.string,
      let sequence = json["sequence"]?.integer, let folders = json["folders"]?.object
    else { return nil }
    self.init(
      commit: commit,
      sequence: sequence,
      indexed: json["indexed"]?.string,
      folders: Dictionary(
        folders.members.compactMap { member in
          member.value.string.flatMap { UInt64($0, radix: 16) }.map { (member.key, $0) }
        }
      ) { first, _ in first },
      lastSuccess: json["lastSuccess"]?.integer.map { Date(timeIntervalSince1970: Double($0)) },
      arrived: json["arrived"].flatMap { try? $0.decode(FileCounts.self) },
      arrivedAt: json["arrivedAt"]?.integer.map { Date(timeIntervalSince1970: Double($0)) },
      skipped: json["skipped"]?.array?.compactMap(\.string) ?? [],
      outdated: Dictionary(
        (json["outdated"]?.object?.members ?? []).compactMap { member in
          member.value.string.map { (member.key, $0) }
        }
      ) { first, _ in first }
    )
  }

  func write(to path: String) throws(SystemError) {
    var json: JSONObject = [
      "version": 1, "commit": .string(commit), "sequence": .number(JSONNumber(sequence)),
    ]
    json["indexed"] = indexed.map { .string($0) }
    json["lastSuccess"] = lastSuccess.map(Self.seconds)
    json["arrived"] = arrived.flatMap { try? JSONValue(encoding: $0) }
    json["arrivedAt"] = arrivedAt.map(Self.seconds)
    if !skipped.isEmpty { json["skipped"] = .array(skipped.map { .string($0) }) }
    if !outdated.isEmpty {
      json["outdated"] = .object(JSONObject(sorting: outdated.mapValues { .string($0) }))
    }
    json["folders"] = .object(
      JSONObject(sorting: folders.mapValues { .string(String($0, radix: 16)) })
    )
    try AtomicFileWriter.replace(path, with: JSONValue.object(json).bytes())
  }

  private static func seconds(_ date: Date) -> JSONValue {
    .number(JSONNumber(Int(date.timeIntervalSince1970)))
  }
}

extension FileCounts {
  /// Counts the files at some paths; a record that moved counts once.
  ///
  /// - Parameter paths: the paths, with whether the file exists afterwards.
  init(_ paths: some Sequence<(path: String, exists: Bool)>) {
    self.init()
    var (written, removed) = (0, 0)
    for (path, exists) in paths {
      switch SyncedPath.kind(of: path) {
      case .tags: hasTags = true
      case .invoice: invoices += 1
      case .image: images += 1
      case .record where exists: written += 1
      case .record: removed += 1
      case .other: break
      }
    }
    records = max(written, removed)
    deletedRecords = records - written
  }
}
