import Foundation
import MinutaCore
import SystemCalls

/// Derives the ids of records from the files that they are imported from.
///
/// Importing the same file again gives the same ids, so that nothing is added twice. The ids are
/// UUIDs of version 8 (RFC 9562) from a SHA-256 hash of the format, the account and the other
/// program's id. If a record has no id there, they are made from its content, its user and the number
/// of equal records before it. A column that may be the id, such as `Key`, is part of the content.
struct ImportedRecordIDGenerator {
  private let prefix: String
  /// The program whose ids the current file has; empty if the format has only one.
  private var program = ""
  /// The first 8 bytes of the hash of each content in the file.
  ///
  /// It is apart from `repeats`, because a file of 1,000,000 records has as many hashes, but few
  /// records that are equal to others.
  private var seen: Set<UInt64> = []
  /// The numbers of further records with the same content, by its hash.
  private var repeats: [UInt64: Int] = [:]
  /// The numbers of records with only a length and a day, by the hash of their content.
  private var lengths: [UInt64: Int] = [:]

  init(format: String, account: String) {
    prefix = ["minuta import", format, account].joined(separator: "\0")
  }

  /// Begins another file, whose records may be those of an earlier one.
  ///
  /// This isn't assumed of records with only a length, because equal ones are common on a day.
  ///
  /// - Parameter program: the program whose ids the file has; empty if the format has only one.
  mutating func startFile(of program: String) {
    (seen, repeats) = ([], [:])
    self.program = program
  }

  /// Returns the id of a record, and the number of equal records before it in the file; nil if these
  /// aren't counted, because the record has an id in the file.
  mutating func id(of record: ImportedRecord) -> (id: UUID, equalBefore: Int?) {
    if let id = record.ownID { return (id, nil) }
    if let id = record.id {
      let owner = program.isEmpty ? prefix : "\(prefix)\0\(program)"
      return (uuid(hashing: "\(owner)\0id\0\(id)"), nil)
    }
    let content = "\(prefix)\0content\0\(Self.content(of: record))"
    let hash = SHA256.bytes(of: Array(content.utf8))
    let key = Self.key(record.isOwnWithoutID ? Self.comparedHash(of: record) : hash)
    let ordinal: Int
    if case .length = record.time {
      ordinal = lengths[key, default: 0]
      lengths[key] = ordinal + 1
    } else if record.possibleID != nil || seen.insert(key).inserted {
      // Equal rows with equal ids are one record, which the file has twice.
      ordinal = 0
    } else {
      ordinal = repeats[key, default: 0] + 1
      repeats[key] = ordinal
    }
    return (ordinal == 0 ? uuid(hash) : uuid(hashing: "\(content)\0\(ordinal)"), ordinal)
  }

  /// Returns the first 8 bytes of a hash.
  private static func key(_ hash: [UInt8]) -> UInt64 {
    hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func content(of record: ImportedRecord) -> String {
    let labels = record.labels.map { "\($0.key)=\($0.value ?? "")" }
    let parts = [text(of: record.time), record.path.joined(separator: "/"), record.text ?? ""]
    let content = parts.joined(separator: "\0") + "\0" + labels.joined(separator: "\0")
    return content + (record.user.map { "\0user\0\($0)" } ?? "")
      + (record.possibleID.map { "\0id\0\($0)" } ?? "")
  }

  /// Returns the hash of the values by which `ImportRecord` finds equal records, so that the rows of one
  /// of our tables are counted as equal if and only if it finds them equal.
  private static func comparedHash(of record: ImportedRecord) -> [UInt8] {
    var compared = record
    compared.path = record.path.map { TagName.folded($0) }
    compared.text = Label.unbilled(record.text)?.precomposedStringWithCanonicalMapping
    return SHA256.bytes(of: Array(content(of: compared).utf8))
  }

  /// The text never changes, because the ids of earlier imports depend on it.
  private static func text(of time: ImportedTime) -> String {
    switch time {
    case .interval(let start, let end): "\(text(of: start)) \(text(of: end))"
    case .lasting(let start, let seconds): "\(text(of: start)) lasting \(seconds)"
    case .length(let seconds, let day): "\(seconds) on \(day.daysSince1970)"
    }
  }

  private static func text(of instant: ImportedInstant) -> String {
    switch instant {
    case .utc(let seconds): "\(seconds)"
    case .local(let time): "local \(time.utcSeconds)"
    case .zoned(let time, let zone): "\(zone) \(time.utcSeconds)"
    }
  }

  private func uuid(hashing text: String) -> UUID { uuid(SHA256.bytes(of: Array(text.utf8))) }

  /// Returns a UUID version 8 from the first 16 bytes of a hash.
  private func uuid(_ hash: [UInt8]) -> UUID {
    var bytes = hash
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}
