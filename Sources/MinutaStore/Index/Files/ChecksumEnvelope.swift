/// The envelope of a cache file: a file type, a format version and a checksum before the content.
enum ChecksumEnvelope {
  /// The type of a cache file, stored at its beginning.
  enum Kind: UInt64 {
    case header = 0x7865_646E_6975_6E6D
    case rotation = 0x6B63_6568_6375_6E6D
  }

  /// The format version.
  ///
  /// Increase it with every change of the cache's format.
  static let version: UInt64 = 3
  private static let frame = 24

  static func seal(_ body: BinaryWriter, as kind: Kind) -> [UInt8] {
    var frame = BinaryWriter()
    frame.put(kind.rawValue)
    frame.put(version)
    frame.put(Checksum.of(body.bytes))
    return frame.bytes + body.bytes
  }

  /// Verifies the envelope of a cache file and returns the content.
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
