/// A hash map from pairs of integers to consecutive numbers, in the order of first use.
struct IntegerPairIndex {
  private struct Slot {
    var key: UInt64 = 0
    /// The number assigned to the pair, plus one; 0 marks an empty slot.
    var number = 0
  }

  private(set) var count = 0
  private var slots = [Slot](repeating: Slot(), count: 64)

  /// Returns the number assigned to a pair, and whether the pair is new.
  @inline(__always)
  mutating func number(of first: Int32, _ second: Int32) -> (number: Int, isNew: Bool) {
    let key = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    var place = place(of: key)
    while slots[place].number > 0 {
      if slots[place].key == key { return (slots[place].number - 1, false) }
      place = (place + 1) & (slots.count - 1)
    }
    count += 1
    slots[place] = Slot(key: key, number: count)
    if count * 2 > slots.count { grow() }
    return (count - 1, true)
  }

  private func place(of key: UInt64) -> Int {
    let mixed = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.number > 0 {
      var place = place(of: slot.key)
      while slots[place].number > 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}
