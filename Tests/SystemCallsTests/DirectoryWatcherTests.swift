import Foundation
import MinutaTestSupport
import Testing

@testable import SystemCalls

/// A temporary directory and its watcher.
///
/// The watcher ignores directories whose name doesn't begin with `x`, and files that end in `.tmp`.
private struct WatcherFixture {
  let folder: TemporaryDirectory
  let root: String
  private let watch: DirectoryWatch

  init(_ name: String = "xroot", createsRoot: Bool = true) throws {
    folder = try TemporaryDirectory()
    root = "\(folder.path)/\(name)"
    if createsRoot { try Directory.make(root) }
    watch = try DirectoryWatcher().watch(root) { path, isFolder in
      isFolder ? (path.split(separator: "/").last ?? "").hasPrefix("x") : !path.hasSuffix(".tmp")
    }
  }

  /// Returns whether a relevant change has happened since the last call.
  func isChanged() throws -> Bool { try !watch.changes().isEmpty }

  /// Waits for a change: a child process that is just being started may delay the close of a file.
  func expectChange() async throws {
    try await wait(for: "a change") { try isChanged() }
  }

  func write(_ name: String) throws { try folder.write("a", to: "xroot/\(name)") }
}

@Suite(.timeLimit(.minutes(5))) struct DirectoryWatcherTests {
  @Test(arguments: ["a", "x/a", "x/x/x/a"])
  func `writing a file at any depth is a change`(name: String) async throws {
    let watched = try WatcherFixture()
    try Directory.make("\(watched.root)/x/x/x")
    try await watched.expectChange()
    try watched.write(name)
    try await watched.expectChange()
  }

  @Test func `moving, replacing or deleting an existing file is a change`() async throws {
    for action in [
      { root in try Directory.rename("\(root)/a", to: "\(root)/b.tmp") },
      { root in try Directory.rename("\(root)/b.tmp", to: "\(root)/a") },
      { root in try Directory.unlink("\(root)/a") },
      { root in try FileDescriptor(opening: "\(root)/a", for: .replacing).write([65]) },
    ] as [(String) throws -> Void] {
      let folder = try TemporaryDirectory()
      for name in ["a", "b.tmp"] { try folder.write("a", to: name) }
      let watch = try DirectoryWatcher().watch(folder.path) { path, _ in path == "a" }
      try action(folder.path)
      try await wait(for: "a change") { try !watch.changes().isEmpty }
    }
  }

  @Test func `irrelevant files cause no change`() throws {
    let watched = try WatcherFixture()
    try watched.write("a.tmp")
    try watched.write("y/a")
    try watched.folder.write("a", to: "beside")
    _ = try FileDescriptor(opening: "\(watched.root)/a.tmp", for: .locking)
    try Directory.unlink("\(watched.root)/a.tmp")
    #expect(try !watched.isChanged())
  }

  @Test func `reading causes no change`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a", to: "a")
    let watch = try DirectoryWatcher().watch(folder.path) { _, _ in true }
    _ = try folder.text(of: "a")
    _ = try Directory.names(in: folder.path)
    #expect(try watch.changes().isEmpty)
  }

  @Test func `a new directory with content is a change, and its subdirectories are watched`()
    async throws
  {
    let watched = try WatcherFixture()
    try watched.write("x1/x2/a")
    try await watched.expectChange()
    try watched.write("x1/x2/b")
    try await watched.expectChange()
  }

  @Test func `a directory moved into the root is watched until it is moved away`() async throws {
    let watched = try WatcherFixture()
    try watched.folder.write("a", to: "outside/x2/a")
    let (outside, inside) = ("\(watched.folder.path)/outside", "\(watched.root)/x1")
    try Directory.rename(outside, to: inside)
    try await watched.expectChange()
    try watched.write("x1/x2/b")
    try await watched.expectChange()
    try Directory.rename(inside, to: outside)
    try await watched.expectChange()
    try watched.folder.write("a", to: "outside/x2/c")
    #expect(try !watched.isChanged())
  }

  @Test(arguments: ["xroot", "x1/x2/xroot"])
  func `a missing root is watched when it appears`(name: String) async throws {
    let watched = try WatcherFixture(name, createsRoot: false)
    try watched.folder.write("a", to: "beside.tmp")
    try Directory.make(watched.root)
    try await watched.expectChange()
    try watched.folder.write("a", to: "\(name)/x/a")
    try await watched.expectChange()
    try watched.folder.write("a", to: "\(name)/x/b")
    try await watched.expectChange()
  }

  @Test func `a deleted and recreated root is watched again`() async throws {
    let watched = try WatcherFixture()
    for _ in 0..<3 {
      try FileManager.default.removeItem(atPath: watched.root)
      try await watched.expectChange()
      try watched.write("x/a")
      try await watched.expectChange()
      try watched.write("x/b")
      try await watched.expectChange()
    }
  }

  @Test func `a directory that replaces the root is watched instead`() async throws {
    let watched = try WatcherFixture()
    try watched.folder.write("a", to: "other/x/a")
    try Directory.rename(watched.root, to: "\(watched.folder.path)/old")
    try Directory.rename("\(watched.folder.path)/other", to: watched.root)
    try await watched.expectChange()
    try watched.write("x/b")
    try await watched.expectChange()
    try watched.folder.write("a", to: "old/a")
    #expect(try !watched.isChanged())
  }

  @Test func `a moved and recreated parent of the root is watched again`() async throws {
    let watched = try WatcherFixture("x1/x2/xroot")
    let path = watched.folder.path
    try Directory.rename("\(path)/x1", to: "\(path)/old")
    try await watched.expectChange()
    try Directory.make(watched.root)
    try await watched.expectChange()
    try watched.folder.write("a", to: "x1/x2/xroot/a")
    try await watched.expectChange()
    try watched.folder.write("a", to: "old/x2/xroot/a")
    #expect(try !watched.isChanged())
  }

  @Test func `a linked root is followed, but links below it are not`() async throws {
    let folder = try TemporaryDirectory()
    try Directory.make("\(folder.path)/real")
    try Directory.make("\(folder.path)/elsewhere")
    for (link, target) in [("root", "real"), ("real/x", "elsewhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(link)",
        withDestinationPath: "\(folder.path)/\(target)"
      )
    }
    let watch = try DirectoryWatcher().watch("\(folder.path)/root") { _, _ in true }
    try folder.write("a", to: "real/a")
    try await wait(for: "a change") { try !watch.changes().isEmpty }
    try folder.write("a", to: "elsewhere/a")
    #expect(try watch.changes().isEmpty)
  }

  @Test func `lost events count as a change`() async throws {
    let watched = try WatcherFixture()
    let limit = try FileDescriptor(
      opening: "/proc/sys/fs/inotify/max_queued_events",
      for: .reading
    ).readAll(limit: 64)
    let count = try #require(Int(String(decoding: limit, as: UTF8.self).filter { $0.isNumber }))
    for number in 0...2 * count {
      _ = try FileDescriptor(opening: "\(watched.root)/\(number % 2).tmp", for: .replacing)
    }
    try await watched.expectChange()
    try watched.write("a")
    try await watched.expectChange()
  }

  @Test func `a burst of changes is reported once`() async throws {
    let watched = try WatcherFixture()
    for number in 0..<100 { try watched.write("\(number)") }
    try await watched.expectChange()
    #expect(try !watched.isChanged())
  }

  @Test func `a directory whose permissions change is still watched`() async throws {
    let watched = try WatcherFixture()
    try watched.write("x/a")
    try await watched.expectChange()
    for permissions in [0o700, 0o755] as [mode_t] {
      #expect(chmod("\(watched.root)/x", permissions) == 0)
      try await watched.expectChange()
      try watched.write("x/a")
      try await watched.expectChange()
    }
  }

  @Test func `each watch of a directory gets the changes that it asked for`() throws {
    let folder = try TemporaryDirectory()
    let root = "\(folder.path)/root"
    try Directory.make("\(root)/x")
    let watcher = DirectoryWatcher()
    let each = try watcher.watch(root, reportsEveryWrite: true) { _, _ in true }
    var others = try (0..<2).map { _ in
      try watcher.watch("\(root)/x") { path, _ in path == "a" }
    }
    try Directory.make("\(root)/x/y")
    let late = try watcher.watch("\(root)/x") { _, _ in true }
    #expect(try late.changes().isEmpty)
    #expect(try each.changes().affectsDirectories)
    let file = try FileDescriptor(opening: "\(root)/x/a", for: .replacing)
    #expect(try each.changes().files == ["x/a"])
    try file.write([65])
    #expect(try each.changes().files == ["x/a"])
    for other in others { #expect(try other.changes().isEmpty) }
    others.removeLast()
    try Directory.rename("\(root)/x/a", to: "\(root)/x/b")
    #expect(try others[0].changes().files == ["a"])
    #expect(try late.changes().files == ["a", "b"])
    #expect(try each.changes().files == ["x/a", "x/b"])
  }

  @Test func `a stream reports changes that a watch has already read`() async throws {
    let folder = try TemporaryDirectory()
    for number in 1...20 { try Directory.make("\(folder.path)/\(number)") }
    let watcher = DirectoryWatcher()
    let watch = try watcher.watch(folder.path) { _, _ in true }
    var newWatches: [DirectoryWatch] = []
    let ticks = StreamElementCounter(try watcher.stream(of: folder.path) { _, _ in true })
    for number in 1...20 {
      try await ticks.wait(for: "change \(number)") {
        try Directory.rename("\(folder.path)/\(number)", to: "\(folder.path)/new \(number)")
        // A new watch reads the earlier changes, too.
        if number.isMultiple(of: 2) {
          newWatches.append(try watcher.watch(folder.path) { _, _ in false })
        } else {
          #expect(try watch.changes().affectsDirectories)
        }
      }
    }
  }

  @Test func `a long list of changes is replaced by the note that any file may have changed`() {
    var changes = DirectoryChanges()
    for number in 1...10_000 { changes.add("\(number)") }
    #expect(changes.files.count == 10_000 && !changes.affectsDirectories)
    changes.add("last")
    #expect(changes.files.isEmpty && changes.affectsDirectories)
  }

  @Test func `destroying the last watch closes the queue`() throws {
    let folder = try TemporaryDirectory()
    func isWatched() throws -> Bool {
      let names = try Directory.names(in: "/proc/self/fdinfo") ?? []
      let inode = String(try #require(try FileStatus.of(folder.path)).inode, radix: 16)
      return names.contains { name in
        let file = try? FileDescriptor(opening: "/proc/self/fdinfo/\(name)", for: .reading)
        let bytes = (try? file?.readAll(limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).contains(" ino:\(inode) ")
      }
    }
    var watch: DirectoryWatch? = try DirectoryWatcher().watch(folder.path) { _, _ in true }
    #expect(try isWatched())
    #expect(watch != nil)
    watch = nil
    #expect(try !isWatched())
  }

  @Test func `the inotify watch limit is distinguished from a full disk`() {
    #expect(SystemError(call: "inotify_add_watch", path: "/", code: ENOSPC).isWatchLimitReached)
    #expect(SystemError(call: "inotify_init1", path: nil, code: EMFILE).isWatchLimitReached)
    #expect(!SystemError(call: "write", path: "/", code: ENOSPC).isWatchLimitReached)
  }
}
