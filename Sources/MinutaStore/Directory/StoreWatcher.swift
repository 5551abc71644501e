package import SystemCalls

/// Notifies listeners when a store changes, whether by this process or another.
package struct StoreWatcher: Sendable {
  private let root: String
  private let scope: StoreWatchFilter

  /// Creates a watcher for a directory, which need not exist.
  ///
  /// - Parameters:
  ///   - path: the directory's absolute path.
  ///   - machine: this machine's name in the store.
  package init(path: String, machine: String) {
    root = path
    scope = StoreWatchFilter(layout: MachineFileLayout(machine: machine))
  }

  /// Returns a stream of change notifications; changes in quick succession are merged into one.
  ///
  /// The stream finishes if the kernel stops reporting changes. The directory is watched until the
  /// stream is released.
  package func changes() throws(SystemError) -> AsyncStream<Void> {
    try DirectoryWatcher.shared.stream(of: root, isRelevant: isRelevant)
  }

  /// Watches the directory, whose changes the caller asks for.
  package func watch() throws(SystemError) -> DirectoryWatch {
    try DirectoryWatcher.shared.watch(root, isRelevant: isRelevant)
  }

  private var isRelevant: @Sendable (_ path: String, _ isFolder: Bool) -> Bool {
    { [scope] path, isFolder in
      isFolder ? scope.includesFolder(path) : scope.includesFile(path)
    }
  }
}

/// Decides which changes in a store are reported, by paths relative to the store.
struct StoreWatchFilter {
  let layout: MachineFileLayout

  /// Returns whether a change of the file can change the result of a query.
  ///
  /// This excludes the lock file, temporary files and the files of other programs and machines.
  func includesFile(_ path: String) -> Bool {
    if isInRecords(path) {
      let isHidden = path.utf8.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".")
      return path.utf8.suffix(5).elementsEqual(".json".utf8) && !isHidden
    }
    let name = StoreLayout.name(ofFile: path)
    switch StoreLayout.folder(ofFile: path) {
    case "": return name == StoreLayout.tags || StoreLayout.isTagsCopy(name)
    case layout.folder: return Journal.isName(name)
    default: return false
    }
  }

  /// Returns whether a directory is watched: this machine's directory, or a directory of records up
  /// to the maximum depth.
  func includesFolder(_ path: String) -> Bool {
    if path == MachineFileLayout.machines || path == layout.folder { return true }
    if !isInRecords(path) { return false }
    let names = path.split(separator: "/").dropFirst()
    return names.count <= StoreLayout.maximumDepth
      && names.allSatisfy { !$0.hasPrefix(".") && !$0.hasSuffix(".json") }
  }

  /// Returns whether a path affects the result of reading all files.
  ///
  /// This includes directories and links among the records.
  func isRelevant(_ path: String, isFolder: Bool) -> Bool {
    if isFolder ? includesFolder(path) : includesFile(path) { return true }
    if !isInRecords(path) { return false }
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return names.count <= StoreLayout.maximumDepth + 2
      && !names.contains { $0.first == UInt8(ascii: ".") }
  }

  private func isInRecords(_ path: String) -> Bool {
    path == StoreLayout.records || path.utf8.starts(with: "\(StoreLayout.records)/".utf8)
  }
}
