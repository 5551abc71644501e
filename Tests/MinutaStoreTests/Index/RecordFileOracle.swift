import Foundation
import JSONText
import MinutaCore
import SystemCalls

@testable import MinutaStore

/// The records of a store, read in the simplest possible way, to compare the index with them.
struct RecordFileOracle {
  /// All records, sorted by `TimeRecord.isBefore`.
  private(set) var records: [TimeRecord] = []
  /// The paths that are skipped because of a problem.
  private(set) var skipped: Set<String> = []

  private let root: String
  private var files: [UUID: [(path: String, record: TimeRecord)]] = [:]

  init(_ root: String) throws {
    self.root = root
    try visit("records", depth: 0)
    for group in files.values {
      let best = group.max { (rank($0), $1.path) < (rank($1), $0.path) }
      for file in group where file.path != best?.path { skipped.insert(file.path) }
      if let best { records.append(best.record) }
    }
    records.sort(by: TimeRecord.isBefore)
  }

  private mutating func visit(_ path: String, depth: Int) throws {
    switch try FileStatus.of("\(root)/\(path)", following: false)?.kind {
    case .directory where depth <= 3:
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(path)")
      for name in names where !name.hasPrefix(".") {
        if name.hasSuffix(".json") {
          try read("\(path)/\(name)")
        } else {
          try visit("\(path)/\(name)", depth: depth + 1)
        }
      }
    case .directory, .link: skipped.insert(path)
    case .regular, .other, nil: break
    }
  }

  private mutating func read(_ path: String) throws {
    let file = "\(root)/\(path)"
    guard try FileStatus.of(file, following: false)?.kind == .regular,
      let data = FileManager.default.contents(atPath: file),
      let json = try? JSONValue(parsing: [UInt8](data)),
      let record = try? StoredRecord(json: json).record
    else {
      skipped.insert(path)
      return
    }
    files[record.id, default: []].append((path, record))
  }

  /// The file with the highest rank is the original of several files with the same record.
  private func rank(_ file: (path: String, record: TimeRecord)) -> Int {
    if file.path.contains(".sync-conflict-") { return 0 }
    return StoreLayout.names(of: file.record).contains { file.path.hasSuffix("/\($0)") } ? 2 : 1
  }
}
