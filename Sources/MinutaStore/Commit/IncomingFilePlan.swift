import Foundation
import MinutaCore

/// The changes of files that a sync brings.
struct IncomingFilePlan {
  private(set) var files: [FileChange] = []
  /// The path of `tags.json` and its change, if it changes.
  private(set) var tags: FileChange?
  private(set) var moves: [FileMove] = []
  private(set) var images: [StagedImage] = []
  private let snapshot: DirectorySnapshot
  private let layout: MachineFileLayout

  init(
    _ incoming: IncomingFiles,
    over snapshot: DirectorySnapshot,
    in layout: MachineFileLayout
  ) throws(TrackingError) {
    (self.snapshot, self.layout) = (snapshot, layout)
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
    addOwners(of: incoming.images.map(\.path))
    // A replaced image goes to the trash first, so that an undo takes the old one from there.
    for image in incoming.images { try planTrash(of: image.path) }
    for image in incoming.images {
      guard let bytes = image.bytes else { continue }
      let path = StagedImage.stagingPath(for: image.path)
      images.append(StagedImage(path: path, bytes: bytes))
      moves.append(FileMove(from: path, to: image.path))
    }
  }

  private mutating func planTrash(of path: String) throws(TrackingError) {
    guard try snapshot.isTaken(path) else { return }
    var number = 1
    while try snapshot.isTaken(layout.trashed(file: path, number: number)) { number += 1 }
    let trash = layout.trashed(file: path, number: number)
    moves.append(FileMove(from: path, to: trash, isFirst: true))
  }

  /// Adds the unchanged files of the records to which some images belong, because undo and restoring
  /// find an image through its record in the same entry.
  private mutating func addOwners(of images: [String]) {
    var owned = Set(JournalEntry.owners(files.map { ($0.path, $0.before) }).keys)
    owned.formUnion(JournalEntry.owners(files.map { ($0.path, $0.after) }).keys)
    for path in images where !owned.contains(path) {
      let (folder, name) = (StoreLayout.folder(ofFile: path), StoreLayout.name(ofFile: path))
      let records = snapshot.files { index throws(IndexCorruptionError) in
        try index.files(inFolder: folder)
      }
      guard let file = records.first(where: { $0.stored.record.images.contains(name) }) else {
        continue
      }
      files.append(FileChange(path: file.path, before: file.text, after: file.text))
      owned.formUnion(JournalEntry.owners([(file.path, file.text)]).keys)
    }
  }
}

extension IncomingFiles {
  /// Splits the files into parts of about `count` texts; the last part has the commit.
  ///
  /// All files of a record are in one part, so that undo takes them together.
  func parts(of count: Int) -> [IncomingFiles] {
    var parts: [IncomingFiles] = []
    var places: [String: Int] = [:]
    for text in texts {
      let records = [text.before, text.after].compactMap(JournalEntry.record).map(\.entity)
      let known = records.lazy.compactMap { places[$0.id.text] }.first
      if known == nil, parts.last.map({ $0.texts.count >= count }) ?? true {
        parts.append(IncomingFiles())
      }
      let place = known ?? parts.count - 1
      parts[place].texts.append(text)
      for record in records {
        places[record.id.text] = place
        for image in record.images {
          places[StoreLayout.path(of: image, besideFile: text.path)] = place
        }
      }
    }
    if parts.isEmpty, !images.isEmpty { parts.append(IncomingFiles()) }
    for image in images { parts[places[image.path] ?? parts.count - 1].images.append(image) }
    if !parts.isEmpty { parts[parts.count - 1].commit = commit }
    return parts
  }
}
