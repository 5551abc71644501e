import Foundation
import MinutaCore

/// Where an image is before or after it is moved.
enum ImageLocation: Hashable {
  /// Beside the file of its record.
  case record(ImageReference)
  /// At a path in the trash.
  case trash(String)
  /// Not in the store yet.
  case new
}

/// A move of an image as an entry of the journal has it, and what it means.
struct ImageMove {
  let move: FileMove
  let from: ImageLocation
  let to: ImageLocation

  /// The records that it concerns.
  var records: Set<UUID> {
    Set(
      [from, to].compactMap { slot in
        if case .record(let name) = slot { name.record } else { nil }
      }
    )
  }
}

extension JournalEntry {
  /// The moves of images, each with its record: the one that names it before, or after.
  var imageMoves: [ImageMove] {
    let moves = moves.filter { $0.repair == nil }
    if moves.isEmpty { return [] }
    let before = Self.owners(files.map { ($0.path, $0.before) })
    let after = Self.owners(files.map { ($0.path, $0.after) })
    return moves.compactMap { move in
      guard
        let from = Self.slot(move.from, before, after), let to = Self.slot(move.to, after, before)
      else { return nil }
      return ImageMove(move: move, from: from, to: to)
    }
  }

  private static func slot(
    _ path: String,
    _ owners: [String: ImageReference],
    _ others: [String: ImageReference]
  ) -> ImageLocation? {
    if path.hasPrefix("\(MachineLayout.machines)/") { return .trash(path) }
    if StagedImage.isStagingPath(path) { return .new }
    return (owners[path] ?? others[path]).map { .record($0) }
  }

  private static func owners(_ files: [(path: String, text: String?)]) -> [String: ImageReference] {
    var owners: [String: ImageReference] = [:]
    for file in files where file.path.hasPrefix("\(StoreLayout.records)/") {
      guard let record = record(file.text)?.entity else { continue }
      for image in record.images {
        let path = StoreLayout.path(of: image, besideFile: file.path)
        owners[path] = ImageReference(record: record.id, file: image)
      }
    }
    return owners
  }
}
