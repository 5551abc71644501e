import Foundation

/// Encodes numbers, IDs and texts in the binary format of the index cache.
struct BinaryWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes the in-memory bytes of a value of fixed size.
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

  /// Writes a list: the number of its elements, then each element.
  mutating func put<Element>(
    _ elements: some Collection<Element>,
    _ body: (inout BinaryWriter, Element) -> Void
  ) {
    put(UInt32(elements.count))
    for element in elements { body(&self, element) }
  }
}

/// Decodes the data that a `BinaryWriter` encoded.
struct BinaryReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private mutating func step(_ count: Int) throws(IndexCorruptionError) -> Int {
    guard count <= bytes.count - place else { throw IndexCorruptionError() }
    defer { place += count }
    return place
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(IndexCorruptionError) -> Number {
    let place = try step(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
  }

  mutating func words<Words: BitwiseCopyable>(
    _ type: Words.Type = Words.self
  ) throws(IndexCorruptionError) -> Words {
    bytes.loadUnaligned(fromByteOffset: try step(MemoryLayout<Words>.size), as: Words.self)
  }

  mutating func id() throws(IndexCorruptionError) -> UUID {
    UUID(uuid: bytes.loadUnaligned(fromByteOffset: try step(16), as: uuid_t.self))
  }

  mutating func text() throws(IndexCorruptionError) -> String {
    let count = Int(try number(UInt32.self))
    let place = try step(count)
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func list<Element>(
    _ body: (inout BinaryReader) throws(IndexCorruptionError) -> Element
  ) throws(IndexCorruptionError) -> [Element] {
    let count = Int(try number(UInt32.self))
    // A corrupt count could be huge; bound it before reserving memory.
    guard count <= bytes.count - place else { throw IndexCorruptionError() }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  var isAtEnd: Bool { place == bytes.count }
}
