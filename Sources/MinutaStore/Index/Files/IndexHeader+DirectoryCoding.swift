import Foundation
import MinutaCore

/// The fixed-size part of a directory's description in the index header.
///
/// It is written and read as one value for speed, because each process start reads those of
/// hundreds of directories.
private struct IndexedDirectoryHeader: BitwiseCopyable {
  var fingerprint: UInt64
  /// The index of the pack file in the header's list; -1 for a directory without a segment.
  var pack: Int64 = -1
  var offset: Int64 = 0
  var rows: Int64 = 0
  var extras: Int64 = 0
  var checksums = SegmentChecksums(times: 0, fingerprints: 0, ids: 0, extras: 0)
  var firstStart: Int64
  var lastStart: Int64
  var lastEnd: Int64
  /// A bit set of the lists that follow: 1 for running rows, 2 for removed rows, 4 for added rows.
  var lists: UInt64

  init(_ folder: DirectoryIndex, packs: [IndexPackFile]) {
    fingerprint = folder.fingerprint
    firstStart = folder.bounds.firstStart
    lastStart = folder.bounds.lastStart
    lastEnd = folder.bounds.lastEnd
    lists =
      (folder.baseRunning.isEmpty ? 0 : 1) | (folder.removed.isEmpty ? 0 : 2)
      | (folder.added.isEmpty ? 0 : 4)
    guard let base = folder.base,
      let pack = packs.firstIndex(where: { $0.number == base.pack.number })
    else { return }
    self.pack = Int64(pack)
    (offset, rows, extras) = (Int64(base.offset), Int64(base.rows), Int64(base.extras))
    checksums = base.checksums
  }

  var bounds: IndexTimeBounds {
    var bounds = IndexTimeBounds()
    (bounds.firstStart, bounds.lastStart, bounds.lastEnd) = (firstStart, lastStart, lastEnd)
    return bounds
  }

  func segment(in packs: [IndexPackFile]) throws(IndexCorruptionError) -> IndexSegment? {
    if pack == -1 { return nil }
    guard packs.indices.contains(Int(pack)) else { throw IndexCorruptionError() }
    let pack = packs[Int(pack)]
    guard [offset, rows, extras].allSatisfy({ 0...Int64(pack.size) ~= $0 }) else {
      throw IndexCorruptionError()
    }
    return IndexSegment(
      pack: pack,
      offset: Int(offset),
      rows: Int(rows),
      extras: Int(extras),
      checksums: checksums
    )
  }
}

extension BinaryWriter {
  mutating func put(_ folder: DirectoryIndex, packs: [IndexPackFile]) {
    put(folder.path)
    put(words: IndexedDirectoryHeader(folder, packs: packs))
    if !folder.baseRunning.isEmpty { put(folder.baseRunning) { $0.put($1) } }
    if !folder.removed.isEmpty { put(folder.removed.sorted()) { $0.put($1) } }
    if !folder.added.isEmpty { put(folder.added) { $0.put($1) } }
  }

  private mutating func put(_ row: IndexRow) {
    put(row.id)
    put(row.start)
    put(row.end)
    put(row.fingerprint)
    let kind: UInt8
    switch row.name {
    case .plain: kind = 0
    case .shortID: kind = 1
    case .fullID: kind = 2
    case .other: kind = 3
    }
    put(kind | (row.isDuplicate ? 4 : 0) | (row.tag == nil ? 0 : 8))
    if let tag = row.tag { put(tag) }
    if case .other(let name) = row.name { put(name) }
  }
}

extension BinaryReader {
  mutating func folder(packs: [IndexPackFile]) throws(IndexCorruptionError) -> DirectoryIndex {
    let path = try text()
    let words: IndexedDirectoryHeader = try words()
    let base = try words.segment(in: packs)
    let running = try rows(words.lists & 1 != 0)
    let removed = try rows(words.lists & 2 != 0)
    var added: [IndexRow] = []
    if words.lists & 4 != 0 {
      added = try list { reader throws(IndexCorruptionError) in try reader.row() }
    }
    return DirectoryIndex(
      path: path,
      fingerprint: words.fingerprint,
      base: base,
      baseRunning: running,
      removed: Set(removed),
      added: added,
      bounds: words.bounds
    )
  }

  /// Reads a list of row numbers; returns an empty one if the list isn't there.
  private mutating func rows(_ isThere: Bool) throws(IndexCorruptionError) -> [UInt32] {
    if !isThere { return [] }
    return try list { reader throws(IndexCorruptionError) in try reader.number(UInt32.self) }
  }

  /// The valid times of records in seconds since 1970.
  private static let instants =
    Int64(Timestamp.range.lowerBound.unixSeconds)...Int64(Timestamp.range.upperBound.unixSeconds)

  private mutating func row() throws(IndexCorruptionError) -> IndexRow {
    let (id, start, end) = (try id(), try number(Int64.self), try number(Int64.self))
    guard Self.instants ~= start, Self.instants ~= end || end == IndexRow.running else {
      throw IndexCorruptionError()
    }
    let fingerprint: UInt64 = try number()
    let flags: UInt8 = try number()
    let tag = flags & 8 == 0 ? nil : try self.id()
    let name: RecordFileName =
      switch flags & 3 {
      case 0: .plain
      case 1: .shortID
      case 2: .fullID
      default: .other(try text())
      }
    return IndexRow(
      id: id,
      start: start,
      end: end,
      tag: tag,
      fingerprint: fingerprint,
      name: name,
      isDuplicate: flags & 4 != 0
    )
  }
}
