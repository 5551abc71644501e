import Foundation
import MinutaCore

/// The changes of files that a sync brings.
struct IncomingFilePlan {
  private(set) var files: [FileChange] = []
  /// The path of `tags.json` and its change, if it changes.
  private(set) var tags: FileChange?
  private(set) var moves: [FileMove] = []
  private(set) var images: [StagedImage] = []

  init(
    _ incoming: IncomingFiles,
    over snapshot: DirectorySnapshot,
    in layout: MachineFileLayout
  ) throws(TrackingError) {
    let kept = Set(incoming.texts.compactMap { JournalEntry.record($0.after)?.entity.id })
    for text in incoming.texts {
      let change = FileChange(path: text.path, before: text.before, after: text.after)
      if text.path == StoreLayout.tags {
        tags = change
        continue
      }
      files.append(change)
      guard text.after == nil, let id = JournalEntry.record(text.before)?.entity.id,
        !kept.contains(id)
      else { continue }
      // A record that was deleted elsewhere can be restored here too.
      let trash = layout.trashed(id)
      files.append(
        FileChange(path: trash, before: try snapshot.text(of: trash), after: text.before)
      )
    }
    for image in incoming.images { try plan(image, over: snapshot, in: layout) }
  }

  private mutating func plan(
    _ image: IncomingFiles.Image,
    over snapshot: DirectorySnapshot,
    in layout: MachineFileLayout
  ) throws(TrackingError) {
    if try snapshot.isTaken(image.path) {
      var number = 1
      while try snapshot.isTaken(layout.trashed(file: image.path, number: number)) { number += 1 }
      let trash = layout.trashed(file: image.path, number: number)
      moves.append(FileMove(from: image.path, to: trash, isFirst: true))
    }
    guard let bytes = image.bytes else { return }
    let path = StagedImage.stagingPath(for: image.path)
    images.append(StagedImage(path: path, bytes: bytes))
    moves.append(FileMove(from: path, to: image.path))
  }
}
