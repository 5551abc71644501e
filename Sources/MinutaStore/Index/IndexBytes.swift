import Foundation

/// Puts numbers and texts one after the other.
struct IndexWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Puts what is nothing but numbers as it lies in memory.
  mutating func put<Words: BitwiseCopyable>(words: Words) {
    withUnsafeBytes(of: words) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ id: UUID) {
    withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Puts how many there are, and each of them.
  mutating func put<Element>(
    _ elements: some Collection<Element>,
    _ body: (inout IndexWriter, Element) -> Void
  ) {
    put(UInt32(elements.count))
    for element in elements { body(&self, element) }
  }
}

/// Reads what an `IndexWriter` put.
struct IndexReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private mutating func step(_ count: Int) throws(IndexDamage) -> Int {
    guard count <= bytes.count - place else { throw IndexDamage() }
    defer { place += count }
    return place
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(IndexDamage) -> Number {
    let place = try step(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
  }

  mutating func words<Words: BitwiseCopyable>(
    _ type: Words.Type = Words.self
  ) throws(IndexDamage) -> Words {
    bytes.loadUnaligned(fromByteOffset: try step(MemoryLayout<Words>.size), as: Words.self)
  }

  mutating func id() throws(IndexDamage) -> UUID {
    UUID(uuid: bytes.loadUnaligned(fromByteOffset: try step(16), as: uuid_t.self))
  }

  mutating func text() throws(IndexDamage) -> String {
    let count = Int(try number(UInt32.self))
    let place = try step(count)
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func list<Element>(
    _ body: (inout IndexReader) throws(IndexDamage) -> Element
  ) throws(IndexDamage) -> [Element] {
    let count = Int(try number(UInt32.self))
    // Damage could say anything.
    guard count <= bytes.count - place else { throw IndexDamage() }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  var isAtEnd: Bool { place == bytes.count }
}
