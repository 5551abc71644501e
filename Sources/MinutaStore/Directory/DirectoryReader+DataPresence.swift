import MinutaCore
import SystemCalls

extension DirectoryReader {
  /// Returns whether `tags.json` should exist: this machine has written tags, and there are
  /// records.
  func expectsTags(_ journal: Journal) throws(SystemError) -> Bool {
    try hasRecordPaths() ? journal.mentionsTags() : false
  }

  /// Returns whether the directory contains data, or is a data directory from which no data is
  /// missing.
  func hasData(journal: Journal) throws(SystemError) -> Bool {
    let names = try Directory.names(in: root) ?? []
    // A sync program may have left only a conflict copy of the tag list.
    if names.contains(where: { $0 == StoreLayout.tags || StoreLayout.isTagsCopy($0) }) {
      return true
    }
    // Check for record files: a sync program can remove the records but leave their folders.
    if names.contains(StoreLayout.records), try hasRecordPaths() { return true }
    // A sync program doesn't remove the lock file and the journal, so they can outlive the data.
    let isStore = names.contains(StoreLayout.lock) || names.contains(MachineFileLayout.machines)
    if !isStore { return false }
    if try !journal.mentionsTags() { return true }
    // Open journal entries mean that the first data is committed but perhaps not in place yet.
    if let tail = try journal.tail(), !tail.isClosed { return true }
    return try FileStatus.of("\(root)/\(StoreLayout.tags)") != nil
  }
}
