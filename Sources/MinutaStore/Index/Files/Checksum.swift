/// A 64-bit checksum that detects accidental corruption.
///
/// Each word is mixed into one of four lanes by an invertible step, so any change of one word
/// changes the checksum. It doesn't protect against deliberate forgery.
package enum Checksum {
  private static let factor: UInt64 = 0x9FB2_1C65_1E98_DF25

  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    var place = 0
    while place + 32 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), to: &a)
      add(bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self), to: &b)
      add(bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self), to: &c)
      add(bytes.loadUnaligned(fromByteOffset: place + 24, as: UInt64.self), to: &d)
      place += 32
    }
    for byte in bytes[place...] { add(UInt64(byte), to: &a) }
    var sum = UInt64(bytes.count)
    for lane in [a, b, c, d] { add(lane, to: &sum) }
    return sum
  }

  static func of(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { of($0) } }

  @inline(__always) private static func add(_ word: UInt64, to lane: inout UInt64) {
    let mixed = lane ^ word
    lane = (mixed << 29 | mixed >> 35) &* factor
  }
}
