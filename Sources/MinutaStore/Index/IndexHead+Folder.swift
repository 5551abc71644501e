import Foundation

extension IndexWriter {
  mutating func put(_ folder: IndexFolder, packs: [UInt64: UInt32]) {
    put(folder.path)
    put(folder.stamp)
    put(folder.base.flatMap { packs[$0.pack.number] } ?? UInt32.max)
    if let base = folder.base {
      put(Int64(base.offset))
      put(Int64(base.rows))
      put(Int64(base.rest))
      put(base.sums) { $0.put($1) }
    }
    put(folder.baseRunning) { $0.put($1) }
    put(folder.gone.sorted()) { $0.put($1) }
    put(folder.bounds.firstStart)
    put(folder.bounds.lastStart)
    put(folder.bounds.lastEnd)
    put(folder.added) { $0.put($1) }
  }

  private mutating func put(_ row: IndexRow) {
    put(row.id)
    put(row.start)
    put(row.end)
    put(row.stamp)
    let kind: UInt8
    switch row.name {
    case .plain: kind = 0
    case .short: kind = 1
    case .whole: kind = 2
    case .other: kind = 3
    }
    put(kind | (row.isLeft ? 4 : 0) | (row.tag == nil ? 0 : 8))
    if let tag = row.tag { put(tag) }
    if case .other(let name) = row.name { put(name) }
  }
}

extension IndexReader {
  mutating func folder(packs: [IndexPack]) throws(IndexDamage) -> IndexFolder {
    let path = try text()
    let stamp: UInt64 = try number()
    let pack: UInt32 = try number()
    var base: IndexSegment?
    if pack != .max {
      guard pack < packs.count else { throw IndexDamage() }
      base = IndexSegment(
        pack: packs[Int(pack)],
        offset: Int(try number(Int64.self)),
        rows: Int(try number(Int64.self)),
        rest: Int(try number(Int64.self)),
        sums: try list { reader throws(IndexDamage) in try reader.number() }
      )
    }
    let running = try list { reader throws(IndexDamage) in try reader.number(UInt32.self) }
    let gone = try list { reader throws(IndexDamage) in try reader.number(UInt32.self) }
    var bounds = IndexBounds()
    bounds.firstStart = try number()
    bounds.lastStart = try number()
    bounds.lastEnd = try number()
    return IndexFolder(
      path: path,
      stamp: stamp,
      base: base,
      baseRunning: running,
      gone: Set(gone),
      added: try list { reader throws(IndexDamage) in try reader.row() },
      bounds: bounds
    )
  }

  private mutating func row() throws(IndexDamage) -> IndexRow {
    let (id, start, end) = (try id(), try number(Int64.self), try number(Int64.self))
    let stamp: UInt64 = try number()
    let flags: UInt8 = try number()
    let tag = flags & 8 == 0 ? nil : try self.id()
    let name: RecordName =
      switch flags & 3 {
      case 0: .plain
      case 1: .short
      case 2: .whole
      default: .other(try text())
      }
    return IndexRow(
      id: id,
      start: start,
      end: end,
      tag: tag,
      stamp: stamp,
      name: name,
      isLeft: flags & 4 != 0
    )
  }
}
