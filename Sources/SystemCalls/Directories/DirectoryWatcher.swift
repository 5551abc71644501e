import Glibc

/// Watches a directory and its subdirectories, even if the directory doesn't exist yet.
///
/// Copies of a watcher share one event queue: one copy waits for changes, and any copy can stop the
/// wait. The watches are removed when the last copy is destroyed.
package struct DirectoryWatcher: Sendable {
  /// The position of a watched directory relative to `root`.
  private enum WatchLevel {
    /// An ancestor of `root`; `next` is the name of its entry on the path to `root`.
    case above(next: String)
    /// The directory `root` (with an empty path) or one below it; the path is relative to `root`.
    case within(String)
  }

  private let root: String
  private let isRelevant: @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  private let reportsEveryWrite: Bool
  private let events: InotifyQueue
  private var watches: [CInt: WatchLevel] = [:]
  /// The device and inode numbers of `root`; nil if it doesn't exist.
  private var identity: [UInt64]?

  /// Starts watching a directory.
  ///
  /// - Parameters:
  ///   - root: The directory's absolute path. A change of a symbolic link in it is found by
  ///     `changes()`, but ends no wait.
  ///   - reportsEveryWrite: Whether to report the creation of a file and each write to it.
  ///     Otherwise, a written file is reported only when its writer closes it.
  ///   - reportsMounts: Whether to report when a mount or unmount replaces the directory. This
  ///     needs one more file descriptor.
  ///   - isRelevant: Returns whether to report changes of a path, given relative to `root`. An
  ///     irrelevant directory is not watched.
  /// - Throws: An error whose `isWatchLimitReached` is true if the system allows no more watches.
  package init(
    _ root: String,
    reportsEveryWrite: Bool = false,
    reportsMounts: Bool = false,
    isRelevant: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  ) throws(SystemError) {
    self.root = root
    self.isRelevant = isRelevant
    self.reportsEveryWrite = reportsEveryWrite
    events = try InotifyQueue(reportsMounts: reportsMounts)
    try watchAll()
  }

  /// Waits for a change.
  ///
  /// - Parameter interval: The time to wait for further changes after the first one.
  /// - Returns: True after a change; false once the watcher was stopped and no change is pending.
  package mutating func waitForChange(coalescing interval: Duration) throws(SystemError) -> Bool {
    var deadline: ContinuousClock.Instant?
    while true {
      switch try events.wait(until: deadline) {
      case .stopped: return try !changes().isEmpty || deadline != nil
      case .timedOut: return true
      case .events, .mountsChanged:
        if try !changes().isEmpty, deadline == nil { deadline = .now + interval }
      }
    }
  }

  /// Stops the current wait and all later ones.
  package func end() { events.stop() }

  /// Watches the root's ancestors, the root and its subdirectories, and removes all outdated
  /// watches.
  ///
  /// Each directory is watched before it is listed, so no change in between is missed.
  private mutating func watchAll() throws(SystemError) {
    let old = watches
    watches = [:]
    try watchAncestors()
    identity = rootIdentity()
    try watchTree(at: "")
    for watch in old.keys where watches[watch] == nil { events.unwatch(watch) }
  }

  private func rootIdentity() -> [UInt64]? {
    ((try? FileStatus.of(root)) ?? nil).map { [$0.device, $0.inode] }
  }

  /// Returns whether the path is a directory; also false if access to the path is denied.
  private func isPassable(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path)?.kind == .directory
    } catch  where error.code == EACCES {
      return false
    }
  }

  /// Watches the ancestors of the root.
  ///
  /// The lowest ancestor that exists is watched for new and removed entries. The others are watched
  /// only for their own move, removal and permission changes.
  private mutating func watchAncestors() throws(SystemError) {
    let names = root.split(separator: "/").map { String($0) }
    var path = ""
    for (index, name) in names.enumerated() {
      let next = "\(path)/\(name)"
      let isRoot = index == names.count - 1
      let isLast = isRoot ? true : try !isPassable(next)
      let bits = isLast ? Self.selfEvents | Self.entryEvents : Self.selfEvents
      if let watch = try events.watch(path.isEmpty ? "/" : path, for: bits) {
        watches[watch] = .above(next: name)
      }
      if isLast { return try rewatchIfPassable(next, isRoot: isRoot) }
      path = next
    }
  }

  /// Watches the ancestors again if a missing one was created while the watches were added.
  private mutating func rewatchIfPassable(_ path: String, isRoot: Bool) throws(SystemError) {
    if !isRoot, try isPassable(path) { try watchAncestors() }
  }

  private mutating func watchTree(at path: String) throws(SystemError) {
    let isRoot = path.isEmpty
    let written = reportsEveryWrite ? Self.writeEvents : UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
    let content = Self.entryEvents | written
    let bits = isRoot ? content : content | UInt32(IN_DONT_FOLLOW)
    guard let watch = try events.watch(isRoot ? root : "\(root)/\(path)", for: bits) else { return }
    watches[watch] = .within(path)
    for name in try names(in: path) {
      let below = isRoot ? name : "\(path)/\(name)"
      if isRelevant(below, true) { try watchTree(at: below) }
    }
  }

  private func names(in path: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try Directory.names(in: "\(root)/\(path)") ?? []
    } catch  where error.isMissing || error.code == EACCES {
      return []
    }
  }

  /// Returns the changes since the last call, without waiting.
  package mutating func changes() throws(SystemError) -> DirectoryChanges {
    var changes = DirectoryChanges()
    // The path may lead to another directory now, for example because of a new link or mount.
    var needsRewatch = rootIdentity() != identity
    for event in try events.read() {
      if event.isOverflow {
        needsRewatch = true
        continue
      }
      switch watches[event.watch] {
      case .above(let next):
        let isAboutDirectory =
          event.has(IN_MOVE_SELF, IN_DELETE_SELF, IN_IGNORED)
          || event.has(IN_ATTRIB) && event.name.isEmpty
        if isAboutDirectory || event.name == next { needsRewatch = true }
      case .within(let path):
        if event.has(IN_IGNORED) {
          watches[event.watch] = nil
          if path.isEmpty { needsRewatch = true }
        } else if event.has(IN_ATTRIB), event.name.isEmpty {
          // If the directory's permissions changed, we may have lost or gained access to it.
          needsRewatch = true
        } else {
          try handle(event, in: path, &changes)
        }
      case nil: continue
      }
    }
    if needsRewatch {
      changes.affectsDirectories = true
      try watchAll()
    }
    return changes
  }

  private mutating func handle(
    _ event: InotifyEvent,
    in folder: String,
    _ changes: inout DirectoryChanges
  ) throws(SystemError) {
    if event.name.isEmpty { return }
    let path = folder.isEmpty ? event.name : "\(folder)/\(event.name)"
    guard isRelevant(path, event.isDirectory) else { return }
    guard event.isDirectory else {
      // Ignore the creation of a file: by default, the file is reported when its writer closes it.
      if reportsEveryWrite || !event.has(IN_CREATE) { changes.files.append(path) }
      return
    }
    changes.affectsDirectories = true
    unwatch(within: path)
    if event.has(IN_CREATE, IN_MOVED_TO) { try watchTree(at: path) }
  }

  /// Removes the watches of a directory that was moved or deleted.
  private mutating func unwatch(within path: String) {
    for (watch, role) in watches {
      guard case .within(let other) = role else { continue }
      if other == path || other.utf8.starts(with: "\(path)/".utf8) {
        events.unwatch(watch)
        watches[watch] = nil
      }
    }
  }

  /// The inotify events for entries that appear in a directory or disappear from it.
  private static let entryEvents = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  /// The inotify events for every write to a file and every change of its permissions.
  private static let writeEvents = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  /// The inotify events for the removal, move or permission change of a watched directory itself.
  private static let selfEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)
}

/// The changes that a `DirectoryWatcher` found in its directory and the subdirectories.
package struct DirectoryChanges: Sendable {
  /// The paths of changed files, relative to the watched directory; may contain duplicates.
  package var files: [String] = []
  /// Whether directories were added or removed, or events were lost, so that any file may have
  /// changed.
  package var affectsDirectories = false

  package init() {}

  package var isEmpty: Bool { files.isEmpty && !affectsDirectories }
}
