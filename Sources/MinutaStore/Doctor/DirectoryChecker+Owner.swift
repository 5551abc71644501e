import MinutaCore
import SystemCalls

/// Finds files of Minuta that another user owns, for example after a call with sudo, and journals
/// that another user can write.
extension DirectoryChecker {
  mutating func findForeignOwners() throws(SystemError) {
    found += try Self.foreignFiles(in: reader, snapshot.layout)
    let journal = snapshot.journal
    guard let tail = try journal.tail(), !tail.isClosed else { return }
    let file = "\(journal.relativeFolder)/\(tail.end.file)"
    if let untrustedReason = tail.untrustedReason {
      // Another finding already reports that the owner is another user.
      if case .foreignOwner = untrustedReason, !User.isRoot { return }
      let remedy = untrustedReason.remedy(for: "\(reader.root)/\(file)")
      let problem = StoreProblem.untrustedJournal(
        reason: untrustedReason.problem,
        remedy: remedy.sentence,
        commands: remedy.commands
      )
      found.append(StoreFinding(problem, file: file))
    } else if !FileLock.isHeld("\(reader.root)/\(StoreLayout.lock)") {
      found.append(StoreFinding(.openTransaction(machine: nil), file: file))
    }
  }

  /// Returns a finding for the first file of Minuta that another user owns.
  ///
  /// There is none for root, who can write to all files.
  static func foreignFiles(
    in reader: DirectoryReader,
    _ layout: MachineFileLayout
  ) throws(SystemError) -> [StoreFinding] {
    if User.isRoot { return [] }
    for path in try writablePaths(reader, layout) {
      let status = try FileStatus.of("\(reader.root)/\(path)", following: false)
      guard let owner = status?.owner, owner != User.current else { continue }
      let user = User.name(of: User.current) ?? String(User.current)
      let remedy = "sudo chown -R \(user): \(reader.root.quotedForShell)"
      let problem = StoreProblem.foreignOwner(User.called(owner), remedy: remedy)
      return [StoreFinding(problem, file: path)]
    }
    return []
  }

  /// Returns the files that a call writes in place and the directories that it writes into.
  private static func writablePaths(
    _ reader: DirectoryReader,
    _ layout: MachineFileLayout
  ) throws(SystemError) -> [String] {
    var paths = [StoreLayout.lock, MachineFileLayout.machines, layout.folder, StoreLayout.records]
    for folder in [layout.folder, layout.trash, layout.batches] {
      let names = try? Directory.names(in: "\(reader.root)/\(folder)")
      paths += (names ?? nil ?? []).map { "\(folder)/\($0)" }
    }
    var folders = [StoreLayout.records]
    // List the directories of years first, then those of their months.
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
