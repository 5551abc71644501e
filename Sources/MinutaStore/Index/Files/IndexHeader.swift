import Foundation
import MinutaCore

/// The header file of the index.
///
/// It describes the directories; the pack files contain most rows.
enum IndexHeader {
  /// A reference in the index header to a pack file.
  struct PackReference: Sendable, Equatable {
    let number: UInt64
    let size: Int
  }

  static func bytes(of index: RecordIndex) -> [UInt8] {
    let packs = index.packs.sorted { $0.number < $1.number }
    var body = BinaryWriter()
    body.put(packs) { writer, pack in
      writer.put(pack.number)
      writer.put(Int64(pack.size))
    }
    body.put(index.folders) { $0.put($1, packs: packs) }
    body.put(index.unusable.sorted { $0.key < $1.key }) { writer, file in
      writer.put(file.key)
      writer.put(file.value.reason)
      writer.put(file.value.fingerprint)
    }
    body.put(index.duplicates) { writer, file in
      writer.put(file.id)
      writer.put(file.path)
      writer.put(file.foundAtPath)
      writer.put(file.reason)
    }
    body.put(index.unlisted) { writer, file in
      writer.put(file.path)
      writer.put(file.reason)
    }
    return ChecksumEnvelope.seal(body, as: .header)
  }

  /// Reads an index from its header.
  ///
  /// - Parameter pack: opens a pack file.
  static func index(
    in bytes: UnsafeRawBufferPointer,
    pack: (PackReference) throws(IndexCorruptionError) -> IndexPackFile
  ) throws(IndexCorruptionError) -> RecordIndex {
    var reader = BinaryReader(try ChecksumEnvelope.open(bytes, as: .header))
    let packs = try reader.list { reader throws(IndexCorruptionError) in
      try pack(PackReference(number: reader.number(), size: Int(try reader.number(Int64.self))))
    }
    let folders = try reader.list { reader throws(IndexCorruptionError) in
      try reader.folder(packs: packs)
    }
    let unusable = try reader.list { reader throws(IndexCorruptionError) in
      (
        try reader.text(),
        RecordIndex.UnusableFile(reason: try reader.text(), fingerprint: try reader.number())
      )
    }
    let duplicates = try reader.list { reader throws(IndexCorruptionError) in
      RecordIndex.DuplicateFile(
        id: try reader.id(),
        path: try reader.text(),
        foundAtPath: try reader.text(),
        reason: try reader.text()
      )
    }
    let unlisted = try reader.list { reader throws(IndexCorruptionError) in
      SkippedFile(path: try reader.text(), reason: try reader.text())
    }
    guard reader.isAtEnd else { throw IndexCorruptionError() }
    return RecordIndex(
      folders: folders,
      unusable: Dictionary(unusable) { $1 },
      duplicates: duplicates,
      unlisted: unlisted
    )
  }
}

extension RecordIndex {
  /// The pack files that contain a segment of at least one directory.
  var packs: [IndexPackFile] {
    var packs: [IndexPackFile] = []
    for place in folders.indices {
      guard let pack = folders[place].base?.pack else { continue }
      if !packs.contains(where: { $0.number == pack.number }) { packs.append(pack) }
    }
    return packs
  }
}
