import Foundation
import MinutaCore

/// The small file of the cache that says what the index consists of; the packs hold the rest.
enum IndexHead {
  private static let magic: UInt64 = 0x7865_646E_6975_6E6D
  /// Another for every other way of writing what is in the cache.
  static let version: UInt32 = 1
  private static let frame = 24

  /// A pack as the head names it.
  struct PackPlace: Sendable, Equatable {
    let number: UInt64
    let size: Int
  }

  static func bytes(of index: RecordIndex) -> [UInt8] {
    let packs = index.packs.sorted { $0.number < $1.number }
    let numbers = Dictionary(
      uniqueKeysWithValues: packs.enumerated().map { ($1.number, UInt32($0)) }
    )
    var body = IndexWriter()
    body.put(packs) { writer, pack in
      writer.put(pack.number)
      writer.put(Int64(pack.size))
    }
    body.put(index.folders) { $0.put($1, packs: numbers) }
    body.put(index.unusable.sorted { $0.key < $1.key }) { writer, file in
      writer.put(file.key)
      writer.put(file.value.reason)
      writer.put(file.value.stamp)
    }
    body.put(index.left) { writer, file in
      writer.put(file.id)
      writer.put(file.path)
      writer.put(file.metAt)
      writer.put(file.reason)
    }
    body.put(index.unlisted) { writer, file in
      writer.put(file.path)
      writer.put(file.reason)
    }
    var head = IndexWriter()
    head.put(magic)
    head.put(UInt64(version))
    head.put(Checksum.of(body.bytes))
    return head.bytes + body.bytes
  }

  /// Reads a head.
  ///
  /// - Parameter pack: opens a pack.
  static func index(
    in bytes: UnsafeRawBufferPointer,
    pack: (PackPlace) throws(IndexDamage) -> IndexPack
  ) throws(IndexDamage) -> RecordIndex {
    var reader = IndexReader(bytes)
    let isOurs = try reader.number(UInt64.self) == magic
    guard isOurs, try reader.number(UInt64.self) == UInt64(version) else { throw IndexDamage() }
    let sum = try reader.number(UInt64.self)
    let body = UnsafeRawBufferPointer(rebasing: bytes[frame...])
    guard Checksum.of(body) == sum else { throw IndexDamage() }
    let packs = try reader.list { reader throws(IndexDamage) in
      try pack(PackPlace(number: reader.number(), size: Int(try reader.number(Int64.self))))
    }
    let folders = try reader.list { reader throws(IndexDamage) in
      try reader.folder(packs: packs)
    }
    let unusable = try reader.list { reader throws(IndexDamage) in
      (
        try reader.text(),
        RecordIndex.UnusableFile(reason: try reader.text(), stamp: try reader.number())
      )
    }
    let left = try reader.list { reader throws(IndexDamage) in
      RecordIndex.LeftFile(
        id: try reader.id(),
        path: try reader.text(),
        metAt: try reader.text(),
        reason: try reader.text()
      )
    }
    let unlisted = try reader.list { reader throws(IndexDamage) in
      SetAsideFile(path: try reader.text(), reason: try reader.text())
    }
    guard reader.isAtEnd else { throw IndexDamage() }
    return RecordIndex(
      folders: folders,
      unusable: Dictionary(unusable) { $1 },
      left: left,
      unlisted: unlisted
    )
  }
}

extension RecordIndex {
  /// The packs that hold a segment.
  var packs: [IndexPack] {
    var packs: [UInt64: IndexPack] = [:]
    for folder in folders {
      if let pack = folder.base?.pack { packs[pack.number] = pack }
    }
    return Array(packs.values)
  }
}
