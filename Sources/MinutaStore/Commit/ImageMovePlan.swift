import Foundation
import MinutaCore

/// Plans the moves of the image files that a transaction affects.
///
/// For each image, it determines the file that contains the image now, and the path that the image
/// must have after the transaction. Images that no record uses any more go to the trash.
struct ImageMovePlan {
  private enum ImageSource: Equatable {
    case file(String)
    case bytes([UInt8])
  }

  private(set) var moves: [FileMove] = []
  private(set) var staged: [StagedImage] = []

  private let changes: StoreChanges
  private let snapshot: DirectorySnapshot
  private let layout: MachineFileLayout
  /// The paths at which the transaction writes records, by record ID.
  private let paths: [UUID: String]
  /// The IDs of the records that the transaction writes, or whose images it changes.
  private let records: Set<UUID>
  /// The images of the records in `records` before the transaction, by path.
  private var present: [String: ImageReference] = [:]
  /// The file or the bytes that each image is taken from.
  private var sources: [ImageReference: ImageSource] = [:]
  /// The sources of the images that undone calls had taken out of the trash, by their paths in the
  /// trash.
  private var trashed: [String: ImageSource] = [:]
  private var reserved: Set<String> = []

  init(
    _ changes: StoreChanges,
    over snapshot: DirectorySnapshot,
    in layout: MachineFileLayout,
    paths: [UUID: String]
  ) throws(TrackingError) {
    self.changes = changes
    self.snapshot = snapshot
    self.layout = layout
    self.paths = paths
    let names = [
      changes.images.keys.map { $0 }, changes.movedImages.flatMap { [$0.key, $0.value] },
    ]
    records = Set(changes.records.keys).union(names.joined().map(\.record))
    collectImages()
    try revertUndoneCalls()
    apply()
    try findTrashedImages()
    try plan()
  }

  private mutating func collectImages() {
    for id in records {
      guard let entry = entry(id) else { continue }
      for image in entry.stored.record.images where StoreLayout.isImageName(image) {
        let path = StoreLayout.path(of: image, besideFile: entry.path)
        let name = ImageReference(record: id, file: image)
        present[path] = name
        sources[name] = .file(path)
      }
    }
  }

  private func entry(_ id: UUID) -> RecordFile? {
    changes.createdRecords.contains(id) ? nil : snapshot.entry(id)
  }

  /// Finds the files of the images as they were before the undone calls, by reversing the moves of
  /// these calls, last call first.
  private mutating func revertUndoneCalls() throws(TrackingError) {
    let moves = try snapshot.imageMoves(of: Set(changes.undoes))
    for sequence in changes.undoes {
      let records = changes.undoneRecords[sequence] ?? []
      for move in (moves[sequence] ?? []).reversed() where move.records.isSubset(of: records) {
        let source = removeSource(at: move.to)
        setSource(source, at: move.from)
      }
    }
  }

  private mutating func removeSource(at location: ImageLocation) -> ImageSource? {
    switch location {
    case .record(let name): sources.removeValue(forKey: name)
    case .trash(let path): trashed.removeValue(forKey: path) ?? .file(path)
    case .new: nil
    }
  }

  private mutating func setSource(_ source: ImageSource?, at location: ImageLocation) {
    switch location {
    case .record(let name): sources[name] = source
    case .trash(let path): trashed[path] = source
    case .new: break
    }
  }

  private mutating func apply() {
    let moved = changes.movedImages.map { ($1, removeSource(at: .record($0))) }
    for (name, source) in moved { setSource(source, at: .record(name)) }
    for (name, bytes) in changes.images { sources[name] = bytes.map { .bytes($0) } }
  }

  /// Finds the images of restored records in the trash.
  ///
  /// An undone call that was redone may have put an image elsewhere than before.
  private mutating func findTrashedImages() throws(TrackingError) {
    for case (let name, .file(let path)) in sources where MachineFileLayout.isPrivate(path) {
      if try !snapshot.isTaken(path) { sources[name] = nil }
    }
    var wanted: Set<ImageReference> = []
    for case (let id, let record?) in changes.records where !changes.createdRecords.contains(id) {
      wanted.formUnion(record.images.map { ImageReference(record: id, file: $0) })
    }
    let missing = wanted.subtracting(sources.keys)
    for (name, path) in try snapshot.trashedImages(missing) { sources[name] = .file(path) }
  }

  private mutating func plan() throws(TrackingError) {
    var kept: [(source: ImageSource, name: ImageReference, target: String)] = []
    for (name, source) in sources {
      guard let target = targetPath(of: name) else { continue }
      kept.append((source, name, target))
    }
    kept.sort { $0.target < $1.target }
    for path in present.keys.sorted() {
      guard let name = present[path], !kept.contains(where: { $0.source == .file(path) }) else {
        continue
      }
      if !isShared(path) { try moveToTrash(path, of: name) }
    }
    for image in kept where image.source != .file(image.target) {
      // Move a file that no record uses to the trash, to make room for the image.
      let isForeign = present[image.target] == nil && !isShared(image.target)
      if isForeign, try snapshot.isTaken(image.target) {
        try moveToTrash(image.target, of: image.name)
      }
    }
    var pending = kept.compactMap { move($0.source, of: $0.name, to: $0.target) }
    while !pending.isEmpty {
      // Prefer a move whose target isn't the source of another move, so that the target is free.
      let next = pending.firstIndex { move in
        !pending.contains { $0 != move && $0.from == move.to }
      }
      moves.append(pending.remove(at: next ?? 0))
    }
  }

  /// Returns the path that an image must have after the transaction; nil if no record uses it.
  private func targetPath(of name: ImageReference) -> String? {
    guard StoreLayout.isImageName(name.file) else { return nil }
    let entry = entry(name.record)
    let record = changes.records[name.record] ?? entry?.stored.record
    guard let record, record.images.contains(name.file) else { return nil }
    guard let path = paths[name.record] ?? entry?.path else { return nil }
    return StoreLayout.path(of: name.file, besideFile: path)
  }

  private mutating func move(
    _ source: ImageSource,
    of name: ImageReference,
    to target: String
  ) -> FileMove? {
    switch source {
    case .bytes(let bytes):
      let path = StagedImage.stagingPath(for: target)
      staged.append(StagedImage(path: path, bytes: bytes))
      return FileMove(from: path, to: target)
    case .file(let path):
      // Keep a move to the same path if the image changes records, because undo needs it in the
      // journal.
      let isUnchanged = path == target && present[path] == name
      return isUnchanged ? nil : FileMove(from: path, to: target)
    }
  }

  private mutating func moveToTrash(_ path: String, of name: ImageReference) throws(TrackingError) {
    var number = 1
    while true {
      let place = layout.trashed(name, number: number)
      if try !snapshot.isTaken(place), reserved.insert(place).inserted {
        moves.append(FileMove(from: path, to: place))
        return
      }
      number += 1
    }
  }

  /// Returns whether a record outside the transaction also uses the image file at `path`.
  private func isShared(_ path: String) -> Bool {
    let (folder, name) = (StoreLayout.folder(ofFile: path), StoreLayout.name(ofFile: path))
    let files = snapshot.files { index throws(IndexCorruptionError) in
      try index.files(inFolder: folder)
    }
    return files.contains { file in
      !records.contains(file.stored.record.id) && file.stored.record.images.contains(name)
    }
  }
}

/// A new image, which is written under a temporary name before the commit.
struct StagedImage {
  /// The temporary path, relative to the data directory.
  let path: String
  let bytes: [UInt8]

  /// Returns the temporary path of an image that will be moved to `path`.
  static func stagingPath(for path: String) -> String {
    "\(StoreLayout.folder(ofFile: path))/.minuta-\(StoreLayout.name(ofFile: path)).tmp"
  }

  /// Returns whether `path` is the temporary path of an image.
  static func isStagingPath(_ path: String) -> Bool {
    let name = StoreLayout.name(ofFile: path)
    return name.hasPrefix(".minuta-") && name.hasSuffix(".tmp")
  }
}
