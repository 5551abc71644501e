/// A file of the cache with what tells whose it is, and that it is whole.
enum ChecksumEnvelope {
  /// What such a file is.
  enum Kind: UInt64 {
    case head = 0x7865_646E_6975_6E6D
    case rotation = 0x6B63_6568_6375_6E6D
  }

  /// Another for every other way of writing what is in the cache.
  static let version: UInt64 = 3
  private static let frame = 24

  static func seal(_ body: BinaryWriter, as kind: Kind) -> [UInt8] {
    var frame = BinaryWriter()
    frame.put(kind.rawValue)
    frame.put(version)
    frame.put(Checksum.of(body.bytes))
    return frame.bytes + body.bytes
  }

  /// The body of a file.
  static func open(
    _ bytes: UnsafeRawBufferPointer,
    as kind: Kind
  ) throws(IndexCorruptionError) -> UnsafeRawBufferPointer {
    var frame = BinaryReader(bytes)
    guard try frame.number() == kind.rawValue, try frame.number() == version else {
      throw IndexCorruptionError()
    }
    let sum: UInt64 = try frame.number()
    let body = UnsafeRawBufferPointer(rebasing: bytes[Self.frame...])
    guard Checksum.of(body) == sum else { throw IndexCorruptionError() }
    return body
  }
}
