import MinutaCore
import SystemCalls

/// What lies beside the records: images, strangers, and files that were never finished.
extension DirectoryChecker {
  mutating func findNonRecordFiles() throws(SystemError) {
    let foreseen = view.plannedFiles
    let there = Set(otherFiles.others).subtracting(foreseen.removed).union(foreseen.added)
    var named: Set<String> = []
    for entry in view.duplicates { named.formUnion(entry.images) }
    for entry in view.entries.values.sorted(by: { $0.path < $1.path }) {
      named.formUnion(entry.images)
      for (image, path) in zip(entry.stored.record.images, entry.images) {
        let isName = StoreLayout.isImageName(image)
        if isName && there.contains(path) { continue }
        let problem = isName ? StoreProblem.imageMissing(image) : .imageNameUnusable(image)
        found.append(StoreFinding(problem, file: entry.path, record: entry.stored.record.id))
      }
    }
    for path in there.sorted() where !named.contains(path) {
      found.append(StoreFinding(.stray, file: path))
    }
    try findTemporaries()
  }

  private mutating func findTemporaries() throws(SystemError) {
    if otherFiles.temporaries.isEmpty { return }
    let own = StagedFileList(files: reader.files, folder: view.layout.folder)
    let isListLost = try own.isLost()
    var staged: Set<String> = []
    for machine in try machines() {
      let list = StagedFileList(files: reader.files, folder: machine)
      staged.formUnion((try? list.names()) ?? [])
    }
    for path in otherFiles.temporaries {
      let isOurs = StoreLayout.name(ofFile: path).hasPrefix(".minuta-")
      if !isOurs {
        found.append(
          StoreFinding(.incompleteSync(reason: "a sync has not finished it"), file: path)
        )
      } else if !isListLost, !staged.contains(path) {
        let repair = StoreRepair(of: path, moves: [try trash(path)])
        found.append(
          StoreFinding(.abandonedTemporary, file: path, remedy: .discard, repair: repair)
        )
      }
    }
  }

  /// The folders of the machines that wrote here, within the store.
  func machines() throws(SystemError) -> [String] {
    let folder = MachineLayout.machines
    return try (Directory.names(in: "\(reader.root)/\(folder)") ?? []).map { "\(folder)/\($0)" }
      .filter { path in
        (try? FileStatus.of("\(reader.root)/\(path)", following: false))?.kind == .directory
      }
  }
}

extension DirectoryRecords.RecordFile {
  /// Where the images of the record lie.
  fileprivate var images: [String] {
    let folder = StoreLayout.folder(ofFile: path)
    return stored.record.images.map { "\(folder)/\($0)" }
  }
}
