import Foundation
import MinutaCore

/// The location of an image file before or after it is moved.
enum ImageLocation: Hashable {
  /// In the same directory as the file of the record that it belongs to.
  case record(ImageReference)
  /// In the trash, at this path.
  case trash(String)
  /// Under a temporary name, because the image is new.
  case new
}

/// The move of an image in a journal entry, with the image's locations before and after it.
struct ImageFileMove {
  let move: FileMove
  let from: ImageLocation
  let to: ImageLocation

  /// The records to which the image belongs before and after the move.
  var records: Set<UUID> {
    Set(
      [from, to].compactMap { location in
        if case .record(let name) = location { name.record } else { nil }
      }
    )
  }
}

extension JournalEntry {
  /// The moves of images in the journal entry, except those of repairs.
  var imageMoves: [ImageFileMove] {
    let moves = moves.filter { $0.repair == nil }
    if moves.isEmpty { return [] }
    let before = Self.owners(files.map { ($0.path, $0.before) })
    let after = Self.owners(files.map { ($0.path, $0.after) })
    return moves.compactMap { move in
      guard
        let from = Self.location(of: move.from, before, after),
        let to = Self.location(of: move.to, after, before)
      else { return nil }
      return ImageFileMove(move: move, from: from, to: to)
    }
  }

  private static func location(
    of path: String,
    _ owners: [String: ImageReference],
    _ others: [String: ImageReference]
  ) -> ImageLocation? {
    if path.hasPrefix("\(MachineFileLayout.machines)/") { return .trash(path) }
    if StagedImage.isStagingPath(path) { return .new }
    return (owners[path] ?? others[path]).map { .record($0) }
  }

  /// Returns the images of the records in some files, by their paths.
  static func owners(_ files: [(path: String, text: String?)]) -> [String: ImageReference] {
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
