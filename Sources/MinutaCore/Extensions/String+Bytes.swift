extension String? {
  /// Whether both strings have the same bytes, or both are nil.
  ///
  /// `==` also treats canonically equivalent strings as equal, although their bytes differ.
  package func isByteEqual(to other: String?) -> Bool {
    guard var first = self, var second = other else { return self == nil && other == nil }
    if first.utf8.count != second.utf8.count { return false }
    return first.withUTF8 { first in
      second.withUTF8 { UnsafeRawBufferPointer(first).isSame(as: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Compares two UTF-8 buffers, eight bytes at a time for speed, because a tag file can be long.
  fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + 8 <= count {
      let word = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place += 8
    }
    return self[place...].elementsEqual(other[place...])
  }
}
