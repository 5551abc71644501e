import Synchronization
package import SystemCalls

/// Tells when a store changes, whoever changes it.
///
/// Nothing is watched and no thread waits while nobody listens.
package final class StoreWatcher: Sendable {
  private struct ListenerState {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var watch: DirectoryWatcher?
    /// Counts the watches, so that the end of one is not taken for that of the next.
    var lastWatch = 0
  }

  /// How long the first change of several waits for the others.
  private static let coalescingInterval = Duration.milliseconds(15)

  private let root: String
  private let scope: StoreWatchFilter
  private let state = Mutex(ListenerState())

  /// Takes a folder, which need not be there.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - machine: as the store has it.
  package init(path: String, machine: String) {
    root = path
    scope = StoreWatchFilter(layout: MachineLayout(machine: machine))
  }

  /// The changes from here on; several at once are told as one.
  ///
  /// The stream ends early where the system stops telling.
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
    // It waits in the kernel, where no thread of the concurrency pool may.
    try SystemThread.start { [weak self] in
      var watch = watch
      while let isChange = try? watch.waitForChange(coalescing: Self.coalescingInterval), isChange,
        self?.notifyListeners(number) == true
      {}
      self?.stop(number)
    }
    state.watch = watch
  }

  /// Tells a change; says whether anybody listens still.
  private func notifyListeners(_ watch: Int) -> Bool {
    let listeners = listeners(of: watch)
    for listener in listeners { listener.yield() }
    return !listeners.isEmpty
  }

  /// Ends the streams of a watch that failed; whoever comes next begins another.
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

  /// Ends the watch with its last listener.
  private func removeListener(_ number: Int) {
    state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return }
      state.watch?.end()
      state.watch = nil
    }
  }
}

/// What of a store its watch tells about; paths are within the store.
struct StoreWatchFilter {
  let layout: MachineLayout

  /// A lock that is taken, what is not finished, and what belongs to other programs or machines
  /// change no answer.
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

  /// Below the folder of the records, as deep as records are looked for.
  func includesFolder(_ path: String) -> Bool {
    if path == MachineLayout.machines || path == layout.folder { return true }
    if !isInRecords(path) { return false }
    let names = path.split(separator: "/").dropFirst()
    return names.count <= StoreLayout.maximumDepth
      && names.allSatisfy { !$0.hasPrefix(".") && !$0.hasSuffix(".json") }
  }

  /// Whether something is looked at when all is read, or has to be told that it is there.
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
