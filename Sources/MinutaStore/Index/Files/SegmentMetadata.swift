import Foundation

/// The last part of a segment: a table of tags, and the values that don't fit into the columns.
struct SegmentMetadata: Sendable {
  var tags: [UUID] = []
  /// The ends of records that can't be stored as a length, by row number.
  var ends: [Int: Int64] = [:]
  /// The file names that can't be derived from the record's start and ID, by row number.
  var names: [Int: String] = [:]
  /// The row numbers by these file names.
  private(set) var rows: [String: Int] = [:]

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) throws(IndexCorruptionError) {
    var reader = BinaryReader(bytes)
    tags = try reader.list { reader throws(IndexCorruptionError) in try reader.id() }
    let ends = try reader.list { reader throws(IndexCorruptionError) in
      (Int(try reader.number(UInt32.self)), try reader.number(Int64.self))
    }
    let names = try reader.list { reader throws(IndexCorruptionError) in
      (Int(try reader.number(UInt32.self)), try reader.text())
    }
    self.ends = Dictionary(ends) { $1 }
    self.names = Dictionary(names) { $1 }
    rows = Dictionary(names.map { ($1, $0) }) { $1 }
  }

  func put(into writer: inout BinaryWriter) {
    writer.put(tags) { $0.put($1) }
    writer.put(ends.sorted { $0.key < $1.key }) { writer, end in
      writer.put(UInt32(end.key))
      writer.put(end.value)
    }
    writer.put(names.sorted { $0.key < $1.key }) { writer, name in
      writer.put(UInt32(name.key))
      writer.put(name.value)
    }
  }
}
