import Glibc

/// A rule that decides which changes of a directory are reported.
struct WatchFilter: Sendable {
  /// Whether to report the creation of a file and each write to it.
  ///
  /// Otherwise, a written file is reported only when its writer closes it.
  let reportsEveryWrite: Bool
  let isRelevant: @Sendable (_ path: String, _ isFolder: Bool) -> Bool
}

/// A directory that is watched with its subdirectories, and its changes.
struct WatchedTree {
  /// The position of a watched directory relative to `root`.
  private enum WatchLevel {
    /// An ancestor of `root`; `next` is the name of its entry on the path to `root`.
    case above(next: String)
    /// The directory `root` (with an empty path) or one below it; the path is relative to `root`.
    case within(String)
  }

  private let root: String
  private let filter: WatchFilter
  private let queue: InotifyQueue
  /// The listener that is notified of changes; nil if the owner asks for them.
  let listener: AsyncStream<Void>.Continuation?
  private var watches: [CInt: WatchLevel] = [:]
  private var outdatedWatches: [CInt] = []
  /// The device and inode numbers of `root`; nil if it doesn't exist.
  private var identity: [UInt64]?
  private var changes = DirectoryChanges()
  private var needsRewatch = true

  /// Creates a tree that is watched from the first call of `takeChanges()` on.
  init(
    _ root: String,
    _ filter: WatchFilter,
    _ queue: InotifyQueue,
    _ listener: AsyncStream<Void>.Continuation?
  ) {
    self.root = root
    self.filter = filter
    self.queue = queue
    self.listener = listener
  }

  var hasListenerToNotify: Bool { listener != nil && (needsRewatch || !changes.isEmpty) }

  /// Returns whether the tree uses a watch, which it may share with other trees.
  func needs(_ watch: CInt) -> Bool { watches[watch] != nil }

  /// Returns the watches that this tree no longer uses, unless it uses them again.
  mutating func takeOutdatedWatches() -> [CInt] {
    defer { outdatedWatches = [] }
    return outdatedWatches
  }

  mutating func unwatchAll() {
    outdatedWatches += watches.keys
    watches = [:]
  }

  /// Returns the changes since the last call.
  mutating func takeChanges() throws(SystemError) -> DirectoryChanges {
    // The path may lead to another directory now, for example because of a new link or mount.
    if needsRewatch || rootIdentity() != identity {
      changes.affectsDirectories = true
      needsRewatch = true
      try watchAll()
      needsRewatch = false
    }
    defer { changes = DirectoryChanges() }
    return changes
  }

  /// Watches the root's ancestors, the root and its subdirectories.
  ///
  /// Each directory is watched before it is listed, so no change in between is missed.
  private mutating func watchAll() throws(SystemError) {
    unwatchAll()
    try watchAncestors()
    identity = rootIdentity()
    try watchTree(at: "")
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
      if let watch = try queue.watch(path.isEmpty ? "/" : path, for: bits) {
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
    let written = filter.reportsEveryWrite ? Self.writeEvents : UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
    let content = Self.entryEvents | written
    let bits = isRoot ? content : content | UInt32(IN_DONT_FOLLOW)
    guard let watch = try queue.watch(isRoot ? root : "\(root)/\(path)", for: bits) else { return }
    watches[watch] = .within(path)
    for name in try names(in: path) {
      let below = isRoot ? name : "\(path)/\(name)"
      if filter.isRelevant(below, true) { try watchTree(at: below) }
    }
  }

  private func names(in path: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try Directory.names(in: "\(root)/\(path)") ?? []
    } catch  where error.isMissing || error.code == EACCES {
      return []
    }
  }

  /// Records the changes that events report.
  ///
  /// The events are those of all trees that share the queue.
  mutating func handle(_ events: [InotifyEvent]) {
    for event in events {
      if event.isOverflow { needsRewatch = true }
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
        } else if !event.name.isEmpty {
          handle(event, at: path.isEmpty ? event.name : "\(path)/\(event.name)")
        }
      case nil: continue
      }
    }
  }

  private mutating func handle(_ event: InotifyEvent, at path: String) {
    guard filter.isRelevant(path, event.isDirectory) else { return }
    guard event.isDirectory else {
      // Another tree may have requested the events of every write.
      if filter.reportsEveryWrite || !event.has(IN_CREATE, IN_MODIFY) { changes.add(path) }
      return
    }
    // If the directory's permissions changed, we may have lost or gained access to it.
    if event.has(IN_ATTRIB) { return needsRewatch = true }
    changes.affectsDirectories = true
    unwatch(within: path)
    guard event.has(IN_CREATE, IN_MOVED_TO) else { return }
    do throws(SystemError) {
      try watchTree(at: path)
    } catch {
      // The next attempt throws the error to the owner of this tree.
      needsRewatch = true
    }
  }

  /// Removes the watches of a directory that was moved or deleted.
  private mutating func unwatch(within path: String) {
    for (watch, role) in watches {
      guard case .within(let other) = role else { continue }
      if other == path || other.utf8.starts(with: "\(path)/".utf8) {
        outdatedWatches.append(watch)
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

/// The changes of a watched directory and its subdirectories.
package struct DirectoryChanges: Sendable {
  /// The paths of changed files, relative to the watched directory; incomplete if
  /// `affectsDirectories` is true.
  package private(set) var files: Set<String> = []
  /// Whether directories were added or removed, or changes were lost, so that any file may have
  /// changed.
  package fileprivate(set) var affectsDirectories = false

  /// The number of files after which `files` isn't complete any more.
  private static let limit = 10_000

  package init() {}

  package var isEmpty: Bool { files.isEmpty && !affectsDirectories }

  mutating func add(_ path: String) {
    if !affectsDirectories { files.insert(path) }
    if files.count > Self.limit { (files, affectsDirectories) = ([], true) }
  }
}
