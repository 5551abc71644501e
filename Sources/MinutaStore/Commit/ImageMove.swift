import Foundation
import MinutaCore

/// The location of an image before or after a move.
enum ImageLocation: Hashable {
  /// In the same directory as its record's file.
  case record(ImageReference)
  /// At this path in the trash.
  case trash(String)
  /// Not stored yet.
  case new
}

/// A journaled move of an image, with the locations it connects.
struct ImageMove {
  let move: FileMove
  let from: ImageLocation
  let to: ImageLocation

  /// The records that the move concerns.
  var records: Set<UUID> {
    Set(
      [from, to].compactMap { location in
        if case .record(let name) = location { name.record } else { nil }
      }
    )
  }
}

extension JournalEntry {
  /// The entry's moves of images, with the record that names each image before or after the entry.
  var imageMoves: [ImageMove] {
    let moves = moves.filter { $0.repair == nil }
    if moves.isEmpty { return [] }
    let before = Self.owners(files.map { ($0.path, $0.before) })
    let after = Self.owners(files.map { ($0.path, $0.after) })
    return moves.compactMap { move in
      guard
        let from = Self.location(of: move.from, before, after),
        let to = Self.location(of: move.to, after, before)
      else { return nil }
      return ImageMove(move: move, from: from, to: to)
    }
  }

  private static func location(
    of path: String,
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
