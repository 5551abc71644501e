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
  private var watch: DirectoryWatcher

  init(_ name: String = "xroot", createsRoot: Bool = true) throws {
    folder = try TemporaryDirectory()
    root = "\(folder.path)/\(name)"
    if createsRoot { try Directory.make(root) }
    watch = try DirectoryWatcher(root) { path, isFolder in
      isFolder ? (path.split(separator: "/").last ?? "").hasPrefix("x") : !path.hasSuffix(".tmp")
    }
  }

  /// Returns whether a relevant change has happened since the last call.
  mutating func isChanged() throws -> Bool {
    watch.end()
    return try watch.waitForChange(coalescing: .zero)
  }

  /// Waits for a change; fails the test if there is none.
  mutating func expectChange() throws {
    #expect(try watch.waitForChange(coalescing: .zero))
  }

  func write(_ name: String) throws { try folder.write("a", to: "xroot/\(name)") }
}

@Suite(.timeLimit(.minutes(5))) struct DirectoryWatcherTests {
  @Test(arguments: ["a", "x/a", "x/x/x/a"])
  func `writing a file at any depth is a change`(name: String) throws {
    var watched = try WatcherFixture()
    try Directory.make("\(watched.root)/x/x/x")
    try watched.expectChange()
    try watched.write(name)
    #expect(try watched.isChanged())
  }

  @Test func `moving, replacing or deleting an existing file is a change`() throws {
    for action in [
      { root in try Directory.rename("\(root)/a", to: "\(root)/b.tmp") },
      { root in try Directory.rename("\(root)/b.tmp", to: "\(root)/a") },
      { root in try Directory.unlink("\(root)/a") },
      { root in try FileDescriptor(opening: "\(root)/a", for: .replacing).write([65]) },
    ] as [(String) throws -> Void] {
      let folder = try TemporaryDirectory()
      for name in ["a", "b.tmp"] { try folder.write("a", to: name) }
      var watch = try DirectoryWatcher(folder.path) { path, _ in path == "a" }
      try action(folder.path)
      watch.end()
      #expect(try watch.waitForChange(coalescing: .zero))
    }
  }

  @Test func `irrelevant files cause no change`() throws {
    var watched = try WatcherFixture()
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
    var watch = try DirectoryWatcher(folder.path) { _, _ in true }
    _ = try folder.text(of: "a")
    _ = try Directory.names(in: folder.path)
    watch.end()
    #expect(try !watch.waitForChange(coalescing: .zero))
  }

  @Test
  func `a new directory with content is a change, and its subdirectories are watched`()
    throws
  {
    var watched = try WatcherFixture()
    try watched.write("x1/x2/a")
    try watched.expectChange()
    try watched.write("x1/x2/b")
    #expect(try watched.isChanged())
  }

  @Test func `a directory moved into the root is watched until it is moved away`() throws {
    var watched = try WatcherFixture()
    try watched.folder.write("a", to: "outside/x2/a")
    let (outside, inside) = ("\(watched.folder.path)/outside", "\(watched.root)/x1")
    try Directory.rename(outside, to: inside)
    try watched.expectChange()
    try watched.write("x1/x2/b")
    try watched.expectChange()
    try Directory.rename(inside, to: outside)
    try watched.expectChange()
    try watched.folder.write("a", to: "outside/x2/c")
    #expect(try !watched.isChanged())
  }

  @Test(arguments: ["xroot", "x1/x2/xroot"])
  func `a missing root is watched when it appears`(name: String) throws {
    var watched = try WatcherFixture(name, createsRoot: false)
    try watched.folder.write("a", to: "beside.tmp")
    try Directory.make(watched.root)
    try watched.expectChange()
    try watched.folder.write("a", to: "\(name)/x/a")
    try watched.expectChange()
    try watched.folder.write("a", to: "\(name)/x/b")
    #expect(try watched.isChanged())
  }

  @Test func `a deleted and recreated root is watched again`() throws {
    var watched = try WatcherFixture()
    for _ in 0..<3 {
      try FileManager.default.removeItem(atPath: watched.root)
      try watched.expectChange()
      try watched.write("x/a")
      try watched.expectChange()
      try watched.write("x/b")
      try watched.expectChange()
    }
  }

  @Test func `a directory that replaces the root is watched instead`() throws {
    var watched = try WatcherFixture()
    try watched.folder.write("a", to: "other/x/a")
    try Directory.rename(watched.root, to: "\(watched.folder.path)/old")
    try Directory.rename("\(watched.folder.path)/other", to: watched.root)
    try watched.expectChange()
    try watched.write("x/b")
    try watched.expectChange()
    try watched.folder.write("a", to: "old/a")
    #expect(try !watched.isChanged())
  }

  @Test func `a moved and recreated parent of the root is watched again`() throws {
    var watched = try WatcherFixture("x1/x2/xroot")
    let path = watched.folder.path
    try Directory.rename("\(path)/x1", to: "\(path)/old")
    try watched.expectChange()
    try Directory.make(watched.root)
    try watched.expectChange()
    try watched.folder.write("a", to: "x1/x2/xroot/a")
    try watched.expectChange()
    try watched.folder.write("a", to: "old/x2/xroot/a")
    #expect(try !watched.isChanged())
  }

  @Test func `a linked root is followed, but links below it are not`()
    throws
  {
    let folder = try TemporaryDirectory()
    try Directory.make("\(folder.path)/real")
    try Directory.make("\(folder.path)/elsewhere")
    for (link, target) in [("root", "real"), ("real/x", "elsewhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(link)",
        withDestinationPath: "\(folder.path)/\(target)"
      )
    }
    var watch = try DirectoryWatcher("\(folder.path)/root") { _, _ in true }
    try folder.write("a", to: "real/a")
    #expect(try watch.waitForChange(coalescing: .zero))
    try folder.write("a", to: "elsewhere/a")
    watch.end()
    #expect(try !watch.waitForChange(coalescing: .zero))
  }

  @Test func `lost events count as a change`() throws {
    var watched = try WatcherFixture()
    let limit = try FileDescriptor(
      opening: "/proc/sys/fs/inotify/max_queued_events",
      for: .reading
    ).readAll(limit: 64)
    let count = try #require(
      Int(String(decoding: limit, as: UTF8.self).filter { $0.isNumber })
    )
    for number in 0...2 * count {
      _ = try FileDescriptor(opening: "\(watched.root)/\(number % 2).tmp", for: .replacing)
    }
    try watched.expectChange()
    try watched.write("a")
    #expect(try watched.isChanged())
  }

  @Test func `a burst of changes is reported once`() throws {
    var watched = try WatcherFixture()
    for number in 0..<100 { try watched.write("\(number)") }
    try watched.expectChange()
    #expect(try !watched.isChanged())
  }

  @Test func `destroying the watcher closes its descriptors`() throws {
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
    var watch: DirectoryWatcher? = try DirectoryWatcher(folder.path) { _, _ in true }
    #expect(try isWatched())
    watch?.end()
    watch = nil
    #expect(try !isWatched())
  }

  @Test func `the inotify watch limit is distinguished from a full disk`() {
    #expect(SystemError(call: "inotify_add_watch", path: "/", code: ENOSPC).isWatchLimitReached)
    #expect(SystemError(call: "inotify_init1", path: nil, code: EMFILE).isWatchLimitReached)
    #expect(!SystemError(call: "write", path: "/", code: ENOSPC).isWatchLimitReached)
  }
}
