import Foundation
import MinutaCore

extension DirectorySnapshot {
  /// Returns whether all files that a repair affects are still as they were when it was planned.
  func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    let left = Set(repair.moves.filter(\.isFirst).map(\.from))
    for text in repair.texts {
      if text.before == nil, left.contains(text.path) { continue }
      let isTaken = try isTaken(text.path)
      let now = isTaken ? try? reader.text(of: text.path) : nil
      // A file that can't be read is neither missing nor as expected.
      if isTaken == (now == nil) || !now.isByteEqual(to: text.before) { return false }
    }
    let freed = Set(repair.texts.filter { $0.after == nil }.map(\.path))
    for move in repair.moves {
      if try !isTaken(move.from) { return false }
      if try isTaken(move.to), !freed.contains(move.to) { return false }
    }
    return true
  }
}
