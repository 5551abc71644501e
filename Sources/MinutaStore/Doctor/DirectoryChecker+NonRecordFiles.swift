import MinutaCore
import SystemCalls

/// Finds missing images, files that don't belong in a data directory, and abandoned temporary
/// files.
extension DirectoryChecker {
  mutating func findNonRecordFiles() throws(SystemError) {
    let otherFiles = try NonRecordFiles(reader)
    let present = Set(otherFiles.others)
    var named: Set<String> = []
    for entry in files.duplicates { named.formUnion(entry.images) }
    for entry in files.originals.values.sorted(by: { $0.path < $1.path }) {
      named.formUnion(entry.images)
      for (image, path) in zip(entry.stored.record.images, entry.images) {
        let isName = StoreLayout.isImageName(image)
        if isName && present.contains(path) { continue }
        let problem = isName ? StoreProblem.imageMissing(image) : .imageNameUnusable(image)
        found.append(StoreFinding(problem, file: entry.path, record: entry.stored.record.id))
      }
    }
    for path in present.sorted() where !named.contains(path) {
      found.append(StoreFinding(.stray, file: path))
    }
    try findTemporaries(otherFiles.temporaries)
  }

  private mutating func findTemporaries(_ temporaries: [String]) throws(SystemError) {
    if temporaries.isEmpty { return }
    let own = StagedFileList(files: reader.files, folder: snapshot.layout.folder)
    let isListLost = try own.isLost()
    var staged: Set<String> = []
    for machine in try machines() {
      let list = StagedFileList(files: reader.files, folder: machine)
      staged.formUnion((try? list.names()) ?? [])
    }
    for path in temporaries {
      let isOurs = StoreLayout.name(ofFile: path).hasPrefix(".minuta-")
      if !isOurs {
        found.append(
          StoreFinding(
            .incompleteSync(reason: "a sync program hasn't finished writing it"),
            file: path
          )
        )
      } else if !isListLost, !staged.contains(path) {
        let repair = StoreRepair(of: path, moves: [try trash(path)])
        found.append(
          StoreFinding(.abandonedTemporary, file: path, remedy: .discard, repair: repair)
        )
      }
    }
  }

  /// Returns the directories of all machines that have written to the data directory, relative to
  /// it.
  func machines() throws(SystemError) -> [String] {
    let folder = MachineFileLayout.machines
    return try (Directory.names(in: "\(reader.root)/\(folder)") ?? []).map { "\(folder)/\($0)" }
      .filter { path in
        (try? FileStatus.of("\(reader.root)/\(path)", following: false))?.kind == .directory
      }
  }
}

extension RecordFile {
  /// The paths of the record's images, relative to the data directory.
  fileprivate var images: [String] {
    let folder = StoreLayout.folder(ofFile: path)
    return stored.record.images.map { "\(folder)/\($0)" }
  }
}
