import SystemCalls

extension DirectoryReader {
  /// Whether this machine wrote tags once, and records are still there.
  func expectsTags(_ journal: Journal) throws(SystemError) -> Bool {
    try hasRecordPaths() ? journal.mentionsTags() : false
  }

  /// Whether the folder holds data, or nothing that this machine wrote there is missing.
  func hasData(journal: Journal) throws(SystemError) -> Bool {
    let names = try Directory.names(in: root) ?? []
    // A sync may have left nothing but a copy of the tags.
    if names.contains(where: { $0 == StoreLayout.tags || StoreLayout.isTagsCopy($0) }) {
      return true
    }
    // Folders alone are what a sync leaves of records that it took away.
    if names.contains(StoreLayout.records), try hasRecordPaths() { return true }
    // The lock and the journal stay where they are when a sync takes the data away.
    let isStore = names.contains(StoreLayout.lock) || names.contains(MachineLayout.machines)
    if !isStore { return false }
    if try !journal.mentionsTags() { return true }
    // Another process may be writing the first of it: what it has committed is there, or comes.
    if let tail = try journal.tail(), !tail.isClosed { return true }
    return try FileStatus.of("\(root)/\(StoreLayout.tags)") != nil
  }
}
