import SystemCalls

extension FolderReader {
  /// Whether anything in the folder shows that it is, or was, a store.
  func hasTraces() throws(SystemError) -> Bool {
    let names = try Folder.names(in: root) ?? []
    if names.contains(StoreLayout.lock) || names.contains(MachineLayout.machines) { return true }
    // A sync may have left nothing but a copy of the tags.
    if names.contains(where: { $0.hasPrefix("tags") && $0.hasSuffix(".json") }) { return true }
    guard names.contains(StoreLayout.records) else { return false }
    // Folders alone are what a sync leaves of records that it took away.
    let (paths, setAside) = try recordPaths()
    return !paths.isEmpty || !setAside.isEmpty
  }
}
