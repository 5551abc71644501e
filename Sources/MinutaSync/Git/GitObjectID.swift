import SystemCalls

/// The ids that git gives to the contents of files.
enum GitObjectID {
  /// Returns the id of a file's content.
  ///
  /// - Parameter other: another id of the repository, which has the same hash function.
  static func id(of content: [UInt8], like other: String) -> String {
    let object = Array("blob \(content.count)\0".utf8) + content
    return other.utf8.count == 64 ? SHA256.hex(of: object) : SHA256.hex(sha1(of: object))
  }

  /// Returns the hash SHA-1 (FIPS 180-4) as five words.
  ///
  /// It is git's choice; nothing else relies on it.
  static func sha1(of bytes: [UInt8]) -> [UInt32] {
    let padded = SHA256.padded(bytes)
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var schedule = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        schedule[index] = padded[(block + 4 * index)...].prefix(4).reduce(0) {
          $0 << 8 | UInt32($1)
        }
      }
      for index in 16..<80 {
        let word =
          schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
        schedule[index] = rotated(word, 1)
      }
      compress(schedule, into: &state)
    }
    return state
  }

  private static func compress(_ schedule: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in schedule.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = rotated(a, 5) &+ choice &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
