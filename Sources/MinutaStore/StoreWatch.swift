import Synchronization
package import SystemCalls

/// Tells when a store changes, whoever changes it.
///
/// Nothing is watched and no thread waits while nobody listens.
package final class StoreWatch: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastListener = 0
    var watch: FolderWatch?
    /// Counts the watches, so that the end of one is not taken for that of the next.
    var lastWatch = 0
  }

  /// How long the first change of several waits for the others.
  private static let stretch = Duration.milliseconds(15)

  private let root: String
  private let scope: StoreWatchScope
  private let state = Mutex(State())

  /// Takes a folder, which need not be there.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - machine: as the store has it.
  package init(path: String, machine: String) {
    root = path
    scope = StoreWatchScope(layout: MachineLayout(machine: machine))
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
    listener.onTermination = { [weak self] _ in self?.leave(number) }
    return stream
  }

  private func begin(_ state: inout State) throws(SystemError) {
    let scope = scope
    let watch = try FolderWatch(root, tellsMounts: true) { path, isFolder in
      isFolder ? scope.hasFolder(path) : scope.hasFile(path)
    }
    state.lastWatch += 1
    let number = state.lastWatch
    // It waits in the kernel, where no thread of the concurrency pool may.
    try SystemThread.start { [weak self] in
      var watch = watch
      while let isChange = try? watch.waitForChange(joining: Self.stretch), isChange,
        self?.tell(number) == true
      {}
      self?.stop(number)
    }
    state.watch = watch
  }

  /// Tells a change; says whether anybody listens still.
  private func tell(_ watch: Int) -> Bool {
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
  private func leave(_ number: Int) {
    state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty else { return }
      state.watch?.end()
      state.watch = nil
    }
  }
}

/// What of a store its watch tells about; paths are within the store.
struct StoreWatchScope {
  let layout: MachineLayout

  /// A lock that is taken, what is not finished, and what belongs to other programs or machines
  /// change no answer.
  func hasFile(_ path: String) -> Bool {
    if isOfRecords(path) {
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
  func hasFolder(_ path: String) -> Bool {
    if path == MachineLayout.machines || path == layout.folder { return true }
    if !isOfRecords(path) { return false }
    let names = path.split(separator: "/").dropFirst()
    return names.count <= StoreLayout.deepest
      && names.allSatisfy { !$0.hasPrefix(".") && !$0.hasSuffix(".json") }
  }

  /// Whether something is looked at when all is read, or has to be told that it is there.
  func isSeen(_ path: String, isFolder: Bool) -> Bool {
    if isFolder ? hasFolder(path) : hasFile(path) { return true }
    if !isOfRecords(path) { return false }
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return names.count <= StoreLayout.deepest + 2
      && !names.contains { $0.first == UInt8(ascii: ".") }
  }

  private func isOfRecords(_ path: String) -> Bool {
    path == StoreLayout.records || path.utf8.starts(with: "\(StoreLayout.records)/".utf8)
  }
}
