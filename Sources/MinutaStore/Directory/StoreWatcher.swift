import Synchronization
package import SystemCalls

/// Notifies listeners when a store changes, whether by this process or another.
///
/// It watches the directory only while there are listeners.
package final class StoreWatcher: Sendable {
  private struct ListenerState {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var watch: DirectoryWatcher?
    /// The number of the current watch, which distinguishes it from an earlier one that ends late.
    var lastWatch = 0
  }

  /// The time to wait for further changes before listeners are notified.
  private static let coalescingInterval = Duration.milliseconds(15)

  private let root: String
  private let scope: StoreWatchFilter
  private let state = Mutex(ListenerState())

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
  /// The stream finishes if the kernel stops reporting changes.
  package func changes() throws(SystemError) -> AsyncStream<Void> {
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = try state.withLock { state throws(SystemError) in
      if state.watch == nil { try begin(&state) }
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return state.lastListener
    }
    listener.onTermination = { [weak self] _ in self?.removeListener(number) }
    return stream
  }

  private func begin(_ state: inout ListenerState) throws(SystemError) {
    let scope = scope
    let watch = try DirectoryWatcher(root, reportsMounts: true) { path, isFolder in
      isFolder ? scope.includesFolder(path) : scope.includesFile(path)
    }
    state.lastWatch += 1
    let number = state.lastWatch
    // Waiting blocks in the kernel, which is not allowed on a thread of the concurrency pool.
    try SystemThread.start { [weak self] in
      var watch = watch
      while let isChange = try? watch.waitForChange(coalescing: Self.coalescingInterval), isChange,
        self?.notifyListeners(number) == true
      {}
      self?.stop(number)
    }
    state.watch = watch
  }

  /// Notifies all listeners; returns false if there are none left.
  private func notifyListeners(_ watch: Int) -> Bool {
    let listeners = listeners(of: watch)
    for listener in listeners { listener.yield() }
    return !listeners.isEmpty
  }

  /// Finishes the streams of a failed watch.
  ///
  /// The next listener starts a new watch.
  private func stop(_ watch: Int) {
    let left = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      guard state.lastWatch == watch else { return [] }
      defer { (state.watch, state.listeners) = (nil, [:]) }
      return Array(state.listeners.values)
    }
    for listener in left { listener.finish() }
  }

  private func listeners(of watch: Int) -> [AsyncStream<Void>.Continuation] {
    state.withLock { state in
      state.lastWatch == watch ? Array(state.listeners.values) : []
    }
  }

  /// Removes a listener, and ends the watch if it was the last one.
  private func removeListener(_ number: Int) {
    state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return }
      state.watch?.end()
      state.watch = nil
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
