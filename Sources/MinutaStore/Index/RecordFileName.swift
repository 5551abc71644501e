import Foundation
import MinutaCore

/// The name of a record's file: one of `StoreLayout.names(of:)`, or any other name.
enum RecordFileName: Sendable, Equatable {
  case plain
  case shortID
  case fullID
  case other(String)

  /// The buffer size for a derived name with its terminating zero.
  static let bufferSize = 64

  init(_ name: String, start: Int64, id: UUID) {
    self = Self.own(name, start: start, id: id) ?? .other(name)
  }

  private static func own(_ name: String, start: Int64, id: UUID) -> RecordFileName? {
    let kind: RecordFileName
    switch name.utf8.count {
    case 22: kind = .plain
    case 31: kind = .shortID
    case 59: kind = .fullID
    default: return nil
    }
    return withUnsafeTemporaryAllocation(byteCount: bufferSize, alignment: 1) { buffer in
      let count = kind.write(start: start, id: id, into: buffer)
      return name.utf8.elementsEqual(buffer[..<count]) ? kind : nil
    }
  }

  func text(start: Int64, id: UUID) -> String {
    if case .other(let name) = self { return name }
    return withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 1) { buffer in
      String(decoding: buffer[..<write(start: start, id: id, into: buffer)], as: UTF8.self)
    }
  }

  /// Writes a file name that is derived from a record's start and ID, and a terminating zero.
  ///
  /// - Returns: the length in bytes without the zero.
  func write(start: Int64, id: UUID, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let time = CivilTime(utcSeconds: Int(start))
    var place = 0
    func put(_ value: Int, width: Int, _ mark: Unicode.Scalar?) {
      var rest = value
      for digit in (place..<place + width).reversed() {
        buffer[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
      place += width
      if let mark {
        buffer[place] = UInt8(ascii: mark)
        place += 1
      }
    }
    put(time.year, width: 4, "-")
    put(time.month, width: 2, "-")
    put(time.day, width: 2, "_")
    put(time.hour, width: 2, nil)
    put(time.minute, width: 2, nil)
    put(time.second, width: 2, nil)
    let digits = self == .shortID ? 8 : self == .fullID ? 36 : 0
    if digits > 0 {
      buffer[place] = UInt8(ascii: "_")
      place += 1
      for byte in id.text.utf8.prefix(digits) {
        buffer[place] = byte
        place += 1
      }
    }
    for byte in ".json".utf8 {
      buffer[place] = byte
      place += 1
    }
    buffer[place] = 0
    return place
  }

  /// Returns the IDs that a record can have whose file name was derived from it with an ID or a part of
  /// one; nil for any other name.
  static func ids(in name: String) -> ClosedRange<UUID>? {
    guard [31, 59].contains(name.utf8.count) else { return nil }
    let digits = String(name.dropFirst(18).dropLast(5))
    let ids = ["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"]
      .compactMap { UUID.of(digits + $0.dropFirst(digits.utf8.count)) }
    return ids.count == 2 ? ids[0]...ids[1] : nil
  }

  /// Parses the start from a file name that was derived from a record; nil for any other name.
  static func start(in name: String) -> Int64? {
    let bytes = Array(name.utf8.prefix(17))
    guard bytes.count == 17, bytes[4] == bytes[7], bytes[4] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "_")
    else { return nil }
    var numbers: [Int] = []
    for part in [0..<4, 5..<7, 8..<10, 11..<13, 13..<15, 15..<17] {
      guard let number = Int(String(decoding: bytes[part], as: UTF8.self)) else { return nil }
      numbers.append(number)
    }
    let time = CivilTime(
      year: numbers[0],
      month: numbers[1],
      day: numbers[2],
      hour: numbers[3],
      minute: numbers[4],
      second: numbers[5]
    )
    return time.map { Int64($0.utcSeconds) }
  }
}
