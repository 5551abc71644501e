/// Numbers pairs of small numbers in the order they are met: a hash table without anything else.
struct PairNumbers {
  private(set) var pairs: [(first: Int32, second: Int32)] = []
  /// The number of a pair at the place of its hash or after it; -1 where none is.
  private var slots = [Int32](repeating: -1, count: 64)

  /// The number of a pair, and whether it was met before.
  mutating func number(of first: Int32, _ second: Int32) -> (number: Int, isNew: Bool) {
    var slot = place(first, second)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      let pair = pairs[number]
      if pair.first == first, pair.second == second { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(pairs.count)
    pairs.append((first, second))
    if pairs.count * 2 > slots.count { grow() }
    return (pairs.count - 1, true)
  }

  private func place(_ first: Int32, _ second: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    let mixed = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, pair) in pairs.enumerated() {
      var slot = place(pair.first, pair.second)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
