import MinutaCore
import SystemCalls

/// Files of ours that another user owns, such as after a call with sudo, and a journal that another
/// user can write.
extension DirectoryChecker {
  mutating func findForeignOwners() throws(SystemError) {
    found += try Self.foreignFiles(in: reader, view.layout)
    let journal = view.journal
    guard let tail = try journal.tail(), !tail.isClosed else { return }
    let file = "\(journal.place)/\(tail.end.file)"
    if let untrustedReason = tail.untrustedReason {
      // Its owner has been named already.
      if case .foreignOwner = untrustedReason, !User.isRoot { return }
      let (reason, remedy) = (
        untrustedReason.problem, untrustedReason.remedy(for: "\(reader.root)/\(file)")
      )
      found.append(StoreFinding(.untrustedJournal(reason: reason, remedy: remedy), file: file))
    } else if !FileLock.isHeld("\(reader.root)/\(StoreLayout.lock)") {
      found.append(StoreFinding(.openTransaction(machine: nil), file: file))
    }
  }

  /// The first of our files that another user owns; root may write them all.
  static func foreignFiles(
    in reader: DirectoryReader,
    _ layout: MachineLayout
  ) throws(SystemError) -> [StoreFinding] {
    if User.isRoot { return [] }
    for path in try writablePaths(reader, layout) {
      let status = try FileStatus.of("\(reader.root)/\(path)", following: false)
      guard let owner = status?.owner, owner != User.current else { continue }
      let user = User.name(of: User.current) ?? String(User.current)
      let remedy = "sudo chown -R \(user): \(FileOwnershipChecker.shellQuoted(reader.root))"
      let problem = StoreProblem.foreignOwner(User.called(owner), remedy: remedy)
      return [StoreFinding(problem, file: path)]
    }
    return []
  }

  /// The files that a call writes in place, and the folders that it writes into.
  private static func writablePaths(
    _ reader: DirectoryReader,
    _ layout: MachineLayout
  ) throws(SystemError) -> [String] {
    var paths = [StoreLayout.lock, MachineLayout.machines, layout.folder, StoreLayout.records]
    for folder in [layout.folder, layout.trash, layout.batches] {
      let names = try? Directory.names(in: "\(reader.root)/\(folder)")
      paths += (names ?? nil ?? []).map { "\(folder)/\($0)" }
    }
    var folders = [StoreLayout.records]
    // Years hold months.
    for _ in 0..<2 {
      folders = folders.flatMap { folder in
        let names = try? Directory.names(in: "\(reader.root)/\(folder)")
        return (names ?? nil ?? []).filter { !$0.contains(".") }.map { "\(folder)/\($0)" }
      }
      paths += folders
    }
    return paths
  }
}

extension UntrustedJournalReason {
  /// What is wrong, as part of a sentence.
  fileprivate var problem: String {
    switch self {
    case .foreignOwner(let owner): "belongs to \(User.called(owner))"
    case .isWritableByOthers: "can be written by other users"
    case .foreignPath(let path, let sequence):
      "names '\(path)' in its entry \(sequence), which is no file of this folder"
    }
  }

  /// A whole sentence.
  fileprivate func remedy(for path: String) -> String {
    let word = FileOwnershipChecker.shellQuoted(Directory.parent(of: path) ?? path)
    return switch self {
    case .foreignOwner(let owner):
      "Run minuta as \(User.called(owner))."
    case .isWritableByOthers:
      "If nobody else has changed it, run `chmod -R go-w \(word)`."
    case .foreignPath:
      "Move the file out of the folder, unless a newer Minuta wrote it; then use that."
    }
  }
}
