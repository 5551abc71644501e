import Glibc

/// Watches a directory and its subdirectories, even if the directory doesn't exist yet.
///
/// Copies share one event queue. One copy waits, and any copy can stop the wait. The watches are
/// removed when the last copy is destroyed.
package struct DirectoryWatcher: Sendable {
  /// The position of a watched directory relative to the root.
  private enum WatchRole {
    /// An ancestor of the root; `next` is the next path component toward the root.
    case above(next: String)
    /// The root or a directory inside it; the path is relative to the root.
    case within(String)
  }

  private let root: String
  private let isRelevant: @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  private let reportsEveryWrite: Bool
  private let events: InotifyQueue
  private var watches: [CInt: WatchRole] = [:]
  /// The root's device and inode numbers; nil if it doesn't exist.
  private var identity: [UInt64]?

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - root: An absolute path. Symbolic links on it must not change later.
  ///   - reportsEveryWrite: Whether creation, every write and permission changes are reported,
  ///     instead of only the end of writing.
  ///   - reportsMounts: Whether a mount or unmount that replaces the root is reported. This uses
  ///     one more descriptor.
  ///   - isRelevant: Returns whether a path relative to the root matters. The contents of an
  ///     irrelevant directory are ignored.
  /// - Throws: For example an error with `isWatchLimitReached`.
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
      case .mountsChanged:
        if rootIdentity() != identity {
          try watchAll()
          if deadline == nil { deadline = .now + interval }
        }
      case .events:
        if try !changes().isEmpty, deadline == nil { deadline = .now + interval }
      }
    }
  }

  /// Stops the current wait and all later ones.
  package func end() { events.stop() }

  /// Replaces all watches.
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

  /// Returns whether the path is a directory that we may search.
  private func isPassable(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path)?.kind == .directory
    } catch  where error.code == EACCES {
      return false
    }
  }

  /// Watches the ancestors of the root.
  ///
  /// The last existing ancestor reports changes of its entries. The others only report their own
  /// moves, removals and permission changes.
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

  /// Watches the ancestors again if the missing directory has appeared in the meantime.
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
    var needsRewatch = false
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
          // Permissions may have changed, so we may have lost or gained access.
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
      // A new file is reported when its writer closes it.
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

  /// The inotify events for entries that appear or disappear.
  private static let entryEvents = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  /// The inotify events for every change of a file's content or permissions.
  private static let writeEvents = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  /// The inotify events for the watched directory itself.
  private static let selfEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)
}

/// The changes in a directory and its subdirectories.
package struct DirectoryChanges: Sendable {
  /// The paths of changed files relative to the directory; may contain duplicates.
  package var files: [String] = []
  /// Whether directories were added or removed, or events were lost.
  package var affectsDirectories = false

  package init() {}

  package var isEmpty: Bool { files.isEmpty && !affectsDirectories }
}
