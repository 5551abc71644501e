import Foundation
import MinutaCore

/// Parses the indexed fields of a record without building a JSON tree.
///
/// It accepts only the form that this program writes. For all other input the ordinary decoder
/// decides whether it is a valid record.
struct FastRecordParser {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  private var id: UUID?
  private var start: Int64?
  private var end: Int64?
  private var tag: UUID?

  /// A bit set of the JSON keys parsed so far, to reject a duplicate key.
  private var seenKeys = 0

  /// Parses a file's bytes into a row; nil if the ordinary decoder must parse them.
  static func row(in bytes: UnsafeRawBufferPointer, name: String, fingerprint: UInt64) -> IndexRow?
  {
    var parser = FastRecordParser(bytes)
    guard parser.object(), let id = parser.id, let start = parser.start else { return nil }
    return IndexRow(
      id: id,
      start: start,
      end: parser.end ?? IndexRow.running,
      tag: parser.tag,
      fingerprint: fingerprint,
      name: RecordFileName(name, start: start, id: id)
    )
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private static let quote = UInt8(ascii: "\"")

  private mutating func skipWhitespace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipWhitespace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  private mutating func object() -> Bool {
    guard skip("{") else { return false }
    repeat {
      guard let key = text(), skip(":"), member(key) else { return false }
    } while skip(",")
    guard skip("}") else { return false }
    skipWhitespace()
    return place == bytes.count
  }

  /// Parses a quoted ASCII string without escapes; returns its range without the quotes.
  private mutating func text() -> Range<Int>? {
    guard skip("\"") else { return nil }
    let start = place
    while place < bytes.count {
      let byte = bytes[place]
      if byte == Self.quote {
        place += 1
        return start..<place - 1
      }
      if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") { return nil }
      place += 1
    }
    return nil
  }

  private func isKey(_ key: Range<Int>, _ name: StaticString) -> Bool {
    guard key.count == name.utf8CodeUnitCount, let memory = bytes.baseAddress else { return false }
    return memcmp(memory + key.lowerBound, name.utf8Start, key.count) == 0
  }

  private mutating func member(_ key: Range<Int>) -> Bool {
    if isKey(key, "id") {
      id = uuid()
      return isNew(1) && id != nil
    }
    if isKey(key, "startTime") {
      start = time()
      return isNew(2) && start != nil
    }
    if isKey(key, "endTime") {
      end = time()
      return isNew(4) && end != nil
    }
    if isKey(key, "tagId") {
      tag = uuid()
      return isNew(8) && tag != nil
    }
    if isKey(key, "comment") { return isNew(16) && text() != nil }
    if isKey(key, "images") { return isNew(32) && texts() }
    if isKey(key, "timeZone") { return isNew(64) && text() != nil }
    return false
  }

  private mutating func isNew(_ key: Int) -> Bool {
    defer { seenKeys |= key }
    return seenKeys & key == 0
  }

  private mutating func texts() -> Bool {
    guard skip("[") else { return false }
    if skip("]") { return true }
    repeat {
      if text() == nil { return false }
    } while skip(",")
    return skip("]")
  }

  private mutating func uuid() -> UUID? {
    text().flatMap { UUID.of(UnsafeRawBufferPointer(rebasing: bytes[$0])) }
  }

  /// Parses a quoted time into seconds since 1970.
  private mutating func time() -> Int64? {
    let date = text().flatMap { Timestamp.date(UnsafeRawBufferPointer(rebasing: bytes[$0])) }
    return date.map { Int64($0.unixSeconds) }
  }
}
