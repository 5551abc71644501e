import Glibc

/// A folder that is watched with those below it, whether it is there or not.
///
/// Copies share one queue of events: one of them waits, and any may end the waiting. When the last
/// copy goes, so do the watches.
package struct FolderWatch: Sendable {
  /// What a watched folder is to us.
  private enum Place {
    /// It lies above the root; the way goes on under the name.
    case above(next: String)
    /// It is the root, or lies below; the path is within the root.
    case within(String)
  }

  private let root: String
  private let matters: @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  private let tellsWriting: Bool
  private let events: FolderEvents
  private var places: [CInt: Place] = [:]
  /// The root's file system and number; nil where it cannot be found.
  private var identity: [UInt64]?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - root: absolute, without links to it that are replaced later on.
  ///   - tellsWriting: whether it is told when a file is made, written to or given other rights, and
  ///     not only when it is written.
  ///   - tellsMounts: whether it is told when the root is another folder because something was
  ///     mounted or unmounted; that takes one more descriptor.
  ///   - matters: whether what has a path within the root is of interest; what lies in a folder
  ///     that is not of interest is not either.
  /// - Throws: Among others `SystemError.isOfWatchLimit`.
  package init(
    _ root: String,
    tellsWriting: Bool = false,
    tellsMounts: Bool = false,
    matters: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  ) throws(SystemError) {
    self.root = root
    self.matters = matters
    self.tellsWriting = tellsWriting
    events = try FolderEvents(tellsMounts: tellsMounts)
    try begin()
  }

  /// Waits for a change.
  ///
  /// - Parameter stretch: how long to wait for others after the first, so that they are one.
  /// - Returns: Whether there was one; false once the watch is ended and nothing is left to tell.
  package mutating func waitForChange(joining stretch: Duration) throws(SystemError) -> Bool {
    var deadline: ContinuousClock.Instant?
    while true {
      switch try events.wait(until: deadline) {
      case .ended: return try !changes().isEmpty || deadline != nil
      case .overdue: return true
      case .mounts:
        if rootIdentity() != identity {
          try begin()
          if deadline == nil { deadline = .now + stretch }
        }
      case .events:
        if try !changes().isEmpty, deadline == nil { deadline = .now + stretch }
      }
    }
  }

  /// Ends the waiting, now or when it begins.
  package func end() { events.end() }

  /// Watches everything anew.
  ///
  /// Each folder is watched before it is looked into, so that what comes meanwhile is found or told.
  private mutating func begin() throws(SystemError) {
    let old = places
    places = [:]
    try beginAbove()
    identity = rootIdentity()
    try begin(within: "")
    for watch in old.keys where places[watch] == nil { events.unwatch(watch) }
  }

  private func rootIdentity() -> [UInt64]? {
    ((try? FileStatus.of(root)) ?? nil).map { [$0.device, $0.inode] }
  }

  /// Whether a folder is there and can be passed.
  private func isPassable(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path)?.kind == .folder
    } catch  where error.code == EACCES {
      return false
    }
  }

  /// Watches the way to the root: of the last folder that is there, what the way goes on with.
  ///
  /// The others could be moved away or closed; all else that happens in them is not told.
  private mutating func beginAbove() throws(SystemError) {
    let names = root.split(separator: "/").map { String($0) }
    var path = ""
    for (index, name) in names.enumerated() {
      let next = "\(path)/\(name)"
      let isRoot = index == names.count - 1
      let isLast = isRoot ? true : try !isPassable(next)
      let bits = isLast ? Self.itself | Self.names : Self.itself
      if let watch = try events.watch(path.isEmpty ? "/" : path, for: bits) {
        places[watch] = .above(next: name)
      }
      if isLast { return try comeAfter(next, isRoot: isRoot) }
      path = next
    }
  }

  /// Begins again where the way goes on since it was looked at.
  private mutating func comeAfter(_ path: String, isRoot: Bool) throws(SystemError) {
    if !isRoot, try isPassable(path) { try beginAbove() }
  }

  private mutating func begin(within path: String) throws(SystemError) {
    let isRoot = path.isEmpty
    let written = tellsWriting ? Self.writing : UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
    let content = Self.names | written
    let bits = isRoot ? content : content | UInt32(IN_DONT_FOLLOW)
    guard let watch = try events.watch(isRoot ? root : "\(root)/\(path)", for: bits) else { return }
    places[watch] = .within(path)
    for name in try names(in: path) {
      let below = isRoot ? name : "\(path)/\(name)"
      if matters(below, true) { try begin(within: below) }
    }
  }

  private func names(in path: String) throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try Folder.names(in: "\(root)/\(path)") ?? []
    } catch  where error.isMissing || error.code == EACCES {
      return []
    }
  }

  /// What has changed since it was last told, without waiting for it.
  package mutating func changes() throws(SystemError) -> FolderChanges {
    var changes = FolderChanges()
    var isOtherWay = false
    for event in try events.read() {
      if event.isLoss {
        isOtherWay = true
        continue
      }
      switch places[event.watch] {
      case .above(let next):
        let isOfItself =
          event.has(IN_MOVE_SELF, IN_DELETE_SELF, IN_IGNORED)
          || event.has(IN_ATTRIB) && event.name.isEmpty
        if isOfItself || event.name == next { isOtherWay = true }
      case .within(let path):
        if event.has(IN_IGNORED) {
          places[event.watch] = nil
          if path.isEmpty { isOtherWay = true }
        } else if event.has(IN_ATTRIB), event.name.isEmpty {
          // It may have been closed to us, or opened.
          isOtherWay = true
        } else {
          try take(event, in: path, &changes)
        }
      case nil: continue
      }
    }
    if isOtherWay {
      changes.isOfFolders = true
      try begin()
    }
    return changes
  }

  private mutating func take(
    _ event: FolderEvent,
    in folder: String,
    _ changes: inout FolderChanges
  ) throws(SystemError) {
    if event.name.isEmpty { return }
    let path = folder.isEmpty ? event.name : "\(folder)/\(event.name)"
    guard matters(path, event.isOfFolder) else { return }
    guard event.isOfFolder else {
      // A file that is made is told of once it is written.
      if tellsWriting || !event.has(IN_CREATE) { changes.files.append(path) }
      return
    }
    changes.isOfFolders = true
    end(within: path)
    if event.has(IN_CREATE, IN_MOVED_TO) { try begin(within: path) }
  }

  /// Ends the watches of a folder that has gone elsewhere.
  private mutating func end(within path: String) {
    for (watch, place) in places {
      guard case .within(let other) = place else { continue }
      if other == path || other.utf8.starts(with: "\(path)/".utf8) {
        events.unwatch(watch)
        places[watch] = nil
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
package struct FolderChanges: Sendable {
  /// The paths of files within the folder, each as often as it was told of.
  package var files: [String] = []
  /// Whether folders came or went, or more changed than could be told.
  package var isOfFolders = false

  package init() {}

  package var isEmpty: Bool { files.isEmpty && !isOfFolders }
}
