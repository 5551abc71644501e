import Glibc
import Synchronization

/// Watches directories and their subdirectories, even those that don't exist yet.
///
/// All directories share one event queue and one thread, because the system allows each user only
/// a small number of queues.
package final class DirectoryWatcher: Sendable {
  /// The watcher that all parts of this process share.
  package static let shared = DirectoryWatcher()

  /// The time in microseconds to wait for further changes after the first one, so that a burst is
  /// reported once.
  private static let coalescingInterval: useconds_t = 15_000

  private struct WatcherState {
    /// The queue of all trees; nil while there are none.
    var queue: InotifyQueue?
    var trees: [Int: WatchedTree] = [:]
    var lastNumber = 0
    var isThreadRunning = false

    /// Hands the events since the last call to all trees.
    mutating func readEvents() throws(SystemError) {
      guard let events = try queue?.read(), !events.isEmpty else { return }
      for number in trees.keys { trees[number]?.handle(events) }
    }

    /// Returns the changes of a tree since the last call.
    mutating func takeChanges(of number: Int) throws(SystemError) -> DirectoryChanges {
      defer { removeOutdatedWatches() }
      return try trees[number]?.takeChanges() ?? DirectoryChanges()
    }

    mutating func remove(_ number: Int) {
      trees[number]?.unwatchAll()
      removeOutdatedWatches()
      trees[number] = nil
      // The thread waits for the listeners' changes, so wake it: this may have been the last one.
      queue?.wake()
      if trees.isEmpty { queue = nil }
    }

    /// Removes the watches that no tree needs any more.
    private mutating func removeOutdatedWatches() {
      for number in trees.keys {
        for watch in trees[number]?.takeOutdatedWatches() ?? []
        where !trees.values.contains(where: { $0.needs(watch) }) {
          queue?.unwatch(watch)
        }
      }
    }
  }

  private let state = Mutex(WatcherState())

  package init() {}

  /// Watches a directory whose changes the caller asks for.
  ///
  /// - Parameters:
  ///   - root: The directory's absolute path.
  ///   - isRelevant: Returns whether to report changes of a path, given relative to `root`. An
  ///     irrelevant directory is not watched.
  /// - Throws: An error whose `isWatchLimitReached` is true if the system allows no more watches.
  package func watch(
    _ root: String,
    reportsEveryWrite: Bool = false,
    isRelevant: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  ) throws(SystemError) -> DirectoryWatch {
    let filter = WatchFilter(reportsEveryWrite: reportsEveryWrite, isRelevant: isRelevant)
    return DirectoryWatch(watcher: self, number: try add(root, filter, listener: nil))
  }

  /// Returns a stream with one element per burst of changes in a directory.
  ///
  /// The stream also reports when a mount or unmount replaces the directory. It finishes early if
  /// watching fails. Watching stops when the consumer stops iterating.
  ///
  /// The parameters are those of `watch`, but a changed symbolic link in `root` isn't reported.
  package func stream(
    of root: String,
    reportsEveryWrite: Bool = false,
    isRelevant: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  ) throws(SystemError) -> AsyncStream<Void> {
    let filter = WatchFilter(reportsEveryWrite: reportsEveryWrite, isRelevant: isRelevant)
    let (stream, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = try add(root, filter, listener: listener)
    listener.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  private func add(
    _ root: String,
    _ filter: WatchFilter,
    listener: AsyncStream<Void>.Continuation?
  ) throws(SystemError) -> Int {
    try state.withLock { state throws(SystemError) in
      let queue: InotifyQueue
      if let known = state.queue { queue = known } else { queue = try InotifyQueue() }
      state.queue = queue
      // The new tree must not get the events of earlier changes. The thread can't see any more that
      // they were in the queue, so wake it.
      try state.readEvents()
      queue.wake()
      state.lastNumber += 1
      let number = state.lastNumber
      state.trees[number] = WatchedTree(root, filter, queue, listener)
      do throws(SystemError) {
        _ = try state.takeChanges(of: number)
        if listener != nil, !state.isThreadRunning {
          // Waiting blocks, and Swift's concurrency pool has few threads.
          try SystemThread.start { [self] in notifyListeners() }
          state.isThreadRunning = true
        }
      } catch {
        state.remove(number)
        throw error
      }
      return number
    }
  }

  /// Waits until a directory may have changed, or one of other conditions is met.
  ///
  /// For a process that asks each `DirectoryWatch` for its changes and has no streams. It may return
  /// without a change.
  ///
  /// - Returns: The other conditions that are met.
  package func wait(
    or conditions: [DescriptorCondition]
  ) throws(SystemError) -> Set<DescriptorCondition> {
    guard let queue = state.withLock({ $0.queue }) else {
      return try DescriptorCondition.wait(forAny: conditions)
    }
    let met = try queue.wait(or: conditions)
    if met.isEmpty { usleep(Self.coalescingInterval) }
    return met
  }

  fileprivate func remove(_ number: Int) {
    state.withLock { $0.remove(number) }
  }

  fileprivate func changes(of number: Int) throws(SystemError) -> DirectoryChanges {
    try state.withLock { state throws(SystemError) in
      try state.readEvents()
      defer {
        // The thread can't see that these events were in the queue.
        if state.trees.values.contains(where: \.hasListenerToNotify) { state.queue?.wake() }
      }
      return try state.takeChanges(of: number)
    }
  }

  /// Waits for changes and notifies the listeners, until none is left.
  private func notifyListeners() {
    while let queue = queueToWaitFor() {
      var isFailed = false
      do throws(SystemError) {
        try queue.wait()
        usleep(Self.coalescingInterval)
        try state.withLock { state throws(SystemError) in try state.readEvents() }
      } catch {
        isFailed = true
      }
      for number in state.withLock({ Array($0.trees.keys) }) { notifyListener(number, isFailed) }
    }
  }

  /// Returns the queue while there are listeners; otherwise nil, and the thread must end.
  private func queueToWaitFor() -> InotifyQueue? {
    state.withLock { state in
      state.isThreadRunning = state.trees.values.contains { $0.listener != nil }
      return state.isThreadRunning ? state.queue : nil
    }
  }

  /// Notifies a listener of its changes, or ends its stream if watching fails.
  private func notifyListener(_ number: Int, _ isFailed: Bool) {
    guard let listener = state.withLock({ $0.trees[number]?.listener }) else { return }
    let changes = isFailed ? nil : try? state.withLock { try $0.takeChanges(of: number) }
    if changes?.isEmpty == false { listener.yield() }
    if changes != nil { return }
    listener.finish()
    remove(number)
  }
}

/// A directory whose changes the owner of this value asks for, as long as the value exists.
package final class DirectoryWatch: Sendable {
  private let watcher: DirectoryWatcher
  private let number: Int

  fileprivate init(watcher: DirectoryWatcher, number: Int) {
    self.watcher = watcher
    self.number = number
  }

  deinit {
    watcher.remove(number)
  }

  /// Returns the changes since the last call, without waiting.
  package func changes() throws(SystemError) -> DirectoryChanges {
    try watcher.changes(of: number)
  }
}
