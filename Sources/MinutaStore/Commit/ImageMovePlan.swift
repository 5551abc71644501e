import Foundation
import MinutaCore

/// The moves of images that a transaction comes down to.
///
/// Each image is followed from where it lies to where it belongs afterwards. What belongs nowhere
/// goes into the trash, to a place that nothing has.
struct ImageMovePlan {
  private enum Source: Equatable {
    case file(String)
    case bytes([UInt8])
  }

  private(set) var moves: [FileMove] = []
  private(set) var staged: [StagedImage] = []

  private let changes: StoreChanges
  private let view: DirectorySnapshot
  private let layout: MachineLayout
  /// The files of the records that are written.
  private let paths: [UUID: String]
  /// The records that the transaction is about.
  private let records: Set<UUID>
  /// What lies beside the files of those records.
  private var present: [String: ImageReference] = [:]
  /// Where each image comes from.
  private var sources: [ImageReference: Source] = [:]
  /// Where what an undone call left in the trash has gone.
  private var trashed: [String: Source] = [:]
  private var reserved: Set<String> = []

  init(
    _ changes: StoreChanges,
    over view: DirectorySnapshot,
    in layout: MachineLayout,
    paths: [UUID: String]
  ) throws(TrackingError) {
    self.changes = changes
    self.view = view
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

  private func entry(_ id: UUID) -> DirectoryRecords.RecordFile? {
    changes.createdRecords.contains(id) ? nil : view.entry(id)
  }

  /// Follows the images of the records that were taken back through the calls, from the last.
  private mutating func revertUndoneCalls() throws(TrackingError) {
    let moves = try view.imageMoves(of: Set(changes.undoes))
    for sequence in changes.undoes {
      let records = changes.undoneRecords[sequence] ?? []
      for move in (moves[sequence] ?? []).reversed() where move.records.isSubset(of: records) {
        let source = take(move.to)
        put(source, into: move.from)
      }
    }
  }

  private mutating func take(_ slot: ImageLocation) -> Source? {
    switch slot {
    case .record(let name): sources.removeValue(forKey: name)
    case .trash(let path): trashed.removeValue(forKey: path) ?? .file(path)
    case .new: nil
    }
  }

  private mutating func put(_ source: Source?, into slot: ImageLocation) {
    switch slot {
    case .record(let name): sources[name] = source
    case .trash(let path): trashed[path] = source
    case .new: break
    }
  }

  private mutating func apply() {
    let moved = changes.movedImages.map { ($1, take(.record($0))) }
    for (name, source) in moved { put(source, into: .record(name)) }
    for (name, bytes) in changes.images { sources[name] = bytes.map { .bytes($0) } }
  }

  /// Finds the images of records that come back by themselves.
  private mutating func findTrashedImages() throws(TrackingError) {
    var wanted: Set<ImageReference> = []
    for case (let id, let record?) in changes.records where !changes.createdRecords.contains(id) {
      wanted.formUnion(record.images.map { ImageReference(record: id, file: $0) })
    }
    let missing = wanted.subtracting(sources.keys)
    for (name, path) in try view.trashedImages(missing) { sources[name] = .file(path) }
  }

  private mutating func plan() throws(TrackingError) {
    var kept: [(source: Source, name: ImageReference, place: String)] = []
    for (name, source) in sources {
      guard let place = place(of: name) else { continue }
      kept.append((source, name, place))
    }
    kept.sort { $0.place < $1.place }
    for path in present.keys.sorted() {
      guard let name = present[path], !kept.contains(where: { $0.source == .file(path) }) else {
        continue
      }
      if !isShared(path) { try discard(path, of: name) }
    }
    for image in kept where image.source != .file(image.place) {
      // What nothing names takes the place of no image.
      let isStranger = present[image.place] == nil && !isShared(image.place)
      if isStranger, try view.isTaken(image.place) {
        try discard(image.place, of: image.name)
      }
    }
    var pending = kept.compactMap { move($0.source, of: $0.name, to: $0.place) }
    while !pending.isEmpty {
      // An image leaves its place before another takes it.
      let next = pending.firstIndex { move in
        !pending.contains { $0 != move && $0.from == move.to }
      }
      moves.append(pending.remove(at: next ?? 0))
    }
  }

  /// Where an image belongs; nil where no record has it.
  private func place(of name: ImageReference) -> String? {
    guard StoreLayout.isImageName(name.file) else { return nil }
    let entry = entry(name.record)
    let record = changes.records[name.record] ?? entry?.stored.record
    guard let record, record.images.contains(name.file) else { return nil }
    guard let path = paths[name.record] ?? entry?.path else { return nil }
    return StoreLayout.path(of: name.file, besideFile: path)
  }

  private mutating func move(
    _ source: Source,
    of name: ImageReference,
    to place: String
  ) -> FileMove? {
    switch source {
    case .bytes(let bytes):
      let path = StagedImage.stagingPath(for: place)
      staged.append(StagedImage(path: path, bytes: bytes))
      return FileMove(from: path, to: place)
    case .file(let path):
      // One that another record gets is a move that can be taken back, also where it stays.
      let isAtHome = path == place && present[path] == name
      return isAtHome ? nil : FileMove(from: path, to: place)
    }
  }

  private mutating func discard(_ path: String, of name: ImageReference) throws(TrackingError) {
    var number = 1
    while true {
      let place = layout.trashed(name, number: number)
      if try !view.isTaken(place), reserved.insert(place).inserted {
        moves.append(FileMove(from: path, to: place))
        return
      }
      number += 1
    }
  }

  /// Whether a record that the transaction is not about names the file too.
  private func isShared(_ path: String) -> Bool {
    let (folder, name) = (StoreLayout.folder(ofFile: path), StoreLayout.name(ofFile: path))
    return view.entries.values.contains { entry in
      !records.contains(entry.stored.record.id) && entry.stored.record.images.contains(name)
        && StoreLayout.folder(ofFile: entry.path) == folder
    }
  }
}

/// An image under the name from which a transaction moves it.
struct StagedImage {
  /// Within the store.
  let path: String
  let bytes: [UInt8]

  /// Where an image waits for its place.
  static func stagingPath(for path: String) -> String {
    "\(StoreLayout.folder(ofFile: path))/.minuta-\(StoreLayout.name(ofFile: path)).tmp"
  }

  /// Whether a path is one where images wait.
  static func isStagingPath(_ path: String) -> Bool {
    let name = StoreLayout.name(ofFile: path)
    return name.hasPrefix(".minuta-") && name.hasSuffix(".tmp")
  }
}
