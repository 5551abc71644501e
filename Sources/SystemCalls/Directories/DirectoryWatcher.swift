import Glibc

/// A folder that is watched with those below it, whether it is there or not.
///
/// Copies share one queue of events: one of them waits, and any may end the waiting. When the last
/// copy goes, so do the watches.
package struct DirectoryWatcher: Sendable {
  /// What a watched folder is to us.
  private enum WatchRole {
    /// It lies above the root; the way goes on under the name.
    case above(next: String)
    /// It is the root, or lies below; the path is within the root.
    case within(String)
  }

  private let root: String
  private let isRelevant: @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  private let reportsEveryWrite: Bool
  private let events: InotifyQueue
  private var watches: [CInt: WatchRole] = [:]
  /// The root's file system and number; nil where it cannot be found.
  private var identity: [UInt64]?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - root: absolute, without links to it that are replaced later on.
  ///   - reportsEveryWrite: whether it is told when a file is made, written to or given other rights, and
  ///     not only when it is written.
  ///   - reportsMounts: whether it is told when the root is another folder because something was
  ///     mounted or unmounted; that takes one more descriptor.
  ///   - isRelevant: whether what has a path within the root is of interest; what lies in a folder
  ///     that is not of interest is not either.
  /// - Throws: Among others `SystemError.isWatchLimitReached`.
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
  /// - Parameter interval: how long to wait for others after the first, so that they are one.
  /// - Returns: Whether there was one; false once the watch is ended and nothing is left to tell.
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

  /// Ends the waiting, now or when it begins.
  package func end() { events.stop() }

  /// Watches everything anew.
  ///
  /// Each folder is watched before it is looked into, so that what comes meanwhile is found or told.
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

  /// Whether a folder is there and can be passed.
  private func isPassable(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path)?.kind == .directory
    } catch  where error.code == EACCES {
      return false
    }
  }

  /// Watches the way to the root: of the last folder that is there, what the way goes on with.
  ///
  /// The others could be moved away or closed; all else that happens in them is not told.
  private mutating func watchAncestors() throws(SystemError) {
    let names = root.split(separator: "/").map { String($0) }
    var path = ""
    for (index, name) in names.enumerated() {
      let next = "\(path)/\(name)"
      let isRoot = index == names.count - 1
      let isLast = isRoot ? true : try !isPassable(next)
      let bits = isLast ? Self.itself | Self.names : Self.itself
      if let watch = try events.watch(path.isEmpty ? "/" : path, for: bits) {
        watches[watch] = .above(next: name)
      }
      if isLast { return try rewatchIfPassable(next, isRoot: isRoot) }
      path = next
    }
  }

  /// Begins again where the way goes on since it was looked at.
  private mutating func rewatchIfPassable(_ path: String, isRoot: Bool) throws(SystemError) {
    if !isRoot, try isPassable(path) { try watchAncestors() }
  }

  private mutating func watchTree(at path: String) throws(SystemError) {
    let isRoot = path.isEmpty
    let written = reportsEveryWrite ? Self.writing : UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
    let content = Self.names | written
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

  /// What has changed since it was last told, without waiting for it.
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
        let isOfItself =
          event.has(IN_MOVE_SELF, IN_DELETE_SELF, IN_IGNORED)
          || event.has(IN_ATTRIB) && event.name.isEmpty
        if isOfItself || event.name == next { needsRewatch = true }
      case .within(let path):
        if event.has(IN_IGNORED) {
          watches[event.watch] = nil
          if path.isEmpty { needsRewatch = true }
        } else if event.has(IN_ATTRIB), event.name.isEmpty {
          // It may have been closed to us, or opened.
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
      // A file that is made is told of once it is written.
      if reportsEveryWrite || !event.has(IN_CREATE) { changes.files.append(path) }
      return
    }
    changes.affectsDirectories = true
    unwatch(within: path)
    if event.has(IN_CREATE, IN_MOVED_TO) { try watchTree(at: path) }
  }

  /// Ends the watches of a folder that has gone elsewhere.
  private mutating func unwatch(within path: String) {
    for (watch, role) in watches {
      guard case .within(let other) = role else { continue }
      if other == path || other.utf8.starts(with: "\(path)/".utf8) {
        events.unwatch(watch)
        watches[watch] = nil
      }
    }
  }

  /// What is told of the names in a folder.
  private static let names = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
  /// What is told of the files in a folder where all of it is.
  private static let writing = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  /// What is told of a folder itself.
  private static let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB)
}

/// What has changed in a folder and those below it.
package struct DirectoryChanges: Sendable {
  /// The paths of files within the folder, each as often as it was told of.
  package var files: [String] = []
  /// Whether folders came or went, or more changed than could be told.
  package var affectsDirectories = false

  package init() {}

  package var isEmpty: Bool { files.isEmpty && !affectsDirectories }
}
