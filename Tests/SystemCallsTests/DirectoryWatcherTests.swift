import Foundation
import MinutaTestSupport
import Testing

@testable import SystemCalls

/// Folders that begin with `x` and files that do not end in `.tmp` are of interest.
private struct WatcherFixture {
  let folder: TemporaryDirectory
  let root: String
  private var watch: DirectoryWatcher

  init(_ name: String = "xroot", made: Bool = true) throws {
    folder = try TemporaryDirectory()
    root = "\(folder.path)/\(name)"
    if made { try Directory.make(root) }
    watch = try DirectoryWatcher(root) { path, isFolder in
      isFolder ? (path.split(separator: "/").last ?? "").hasPrefix("x") : !path.hasSuffix(".tmp")
    }
  }

  /// Whether something that matters changed up to now.
  mutating func isChanged() throws -> Bool {
    watch.end()
    return try watch.waitForChange(coalescing: .zero)
  }

  /// Waits for the change that there must have been.
  mutating func change() throws {
    #expect(try watch.waitForChange(coalescing: .zero))
  }

  func write(_ name: String) throws { try folder.write("a", to: "xroot/\(name)") }
}

@Suite(.timeLimit(.minutes(5))) struct DirectoryWatcherTests {
  @Test(arguments: ["a", "x/a", "x/x/x/a"])
  func `a file that is written is a change, as deep as it lies`(name: String) throws {
    var watched = try WatcherFixture()
    try Directory.make("\(watched.root)/x/x/x")
    try watched.change()
    try watched.write(name)
    #expect(try watched.isChanged())
  }

  @Test func `a file that was there is a change when it is moved, replaced or deleted`() throws {
    for deed in [
      { root in try Directory.rename("\(root)/a", to: "\(root)/b.tmp") },
      { root in try Directory.rename("\(root)/b.tmp", to: "\(root)/a") },
      { root in try Directory.unlink("\(root)/a") },
      { root in try FileDescriptor(opening: "\(root)/a", for: .replacing).write([65]) },
    ] as [(String) throws -> Void] {
      let folder = try TemporaryDirectory()
      for name in ["a", "b.tmp"] { try folder.write("a", to: name) }
      var watch = try DirectoryWatcher(folder.path) { path, _ in path == "a" }
      try deed(folder.path)
      watch.end()
      #expect(try watch.waitForChange(coalescing: .zero))
    }
  }

  @Test func `what is of no interest is no change`() throws {
    var watched = try WatcherFixture()
    try watched.write("a.tmp")
    try watched.write("y/a")
    try watched.folder.write("a", to: "beside")
    _ = try FileDescriptor(opening: "\(watched.root)/a.tmp", for: .locking)
    try Directory.unlink("\(watched.root)/a.tmp")
    #expect(try !watched.isChanged())
  }

  @Test func `reading is no change`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("a", to: "a")
    var watch = try DirectoryWatcher(folder.path) { _, _ in true }
    _ = try folder.text(of: "a")
    _ = try Directory.names(in: folder.path)
    watch.end()
    #expect(try !watch.waitForChange(coalescing: .zero))
  }

  @Test
  func `a folder that is filled before it is watched is a change, and its folders are watched`()
    throws
  {
    var watched = try WatcherFixture()
    try watched.write("x1/x2/a")
    try watched.change()
    try watched.write("x1/x2/b")
    #expect(try watched.isChanged())
  }

  @Test func `a folder that is moved here is watched, and one that is moved away is not`() throws {
    var watched = try WatcherFixture()
    try watched.folder.write("a", to: "outside/x2/a")
    let (outside, inside) = ("\(watched.folder.path)/outside", "\(watched.root)/x1")
    try Directory.rename(outside, to: inside)
    try watched.change()
    try watched.write("x1/x2/b")
    try watched.change()
    try Directory.rename(inside, to: outside)
    try watched.change()
    try watched.folder.write("a", to: "outside/x2/c")
    #expect(try !watched.isChanged())
  }

  @Test(arguments: ["xroot", "x1/x2/xroot"])
  func `a root that is not there is watched once it is`(name: String) throws {
    var watched = try WatcherFixture(name, made: false)
    try watched.folder.write("a", to: "beside.tmp")
    try Directory.make(watched.root)
    try watched.change()
    try watched.folder.write("a", to: "\(name)/x/a")
    try watched.change()
    try watched.folder.write("a", to: "\(name)/x/b")
    #expect(try watched.isChanged())
  }

  @Test func `a root that is deleted and made anew is watched again`() throws {
    var watched = try WatcherFixture()
    for _ in 0..<3 {
      try FileManager.default.removeItem(atPath: watched.root)
      try watched.change()
      try watched.write("x/a")
      try watched.change()
      try watched.write("x/b")
      try watched.change()
    }
  }

  @Test func `a root that is replaced by another folder is watched in its place`() throws {
    var watched = try WatcherFixture()
    try watched.folder.write("a", to: "other/x/a")
    try Directory.rename(watched.root, to: "\(watched.folder.path)/old")
    try Directory.rename("\(watched.folder.path)/other", to: watched.root)
    try watched.change()
    try watched.write("x/b")
    try watched.change()
    try watched.folder.write("a", to: "old/a")
    #expect(try !watched.isChanged())
  }

  @Test func `a folder above the root that is moved away and made anew is followed`() throws {
    var watched = try WatcherFixture("x1/x2/xroot")
    let path = watched.folder.path
    try Directory.rename("\(path)/x1", to: "\(path)/old")
    try watched.change()
    try Directory.make(watched.root)
    try watched.change()
    try watched.folder.write("a", to: "x1/x2/xroot/a")
    try watched.change()
    try watched.folder.write("a", to: "old/x2/xroot/a")
    #expect(try !watched.isChanged())
  }

  @Test func `a root that is a link is watched where it leads, and links below are not followed`()
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

  @Test func `where events were lost, anything may have changed`() throws {
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
    try watched.change()
    try watched.write("a")
    #expect(try watched.isChanged())
  }

  @Test func `changes in one stretch are one, and those after it another`() throws {
    var watched = try WatcherFixture()
    for number in 0..<100 { try watched.write("\(number)") }
    try watched.change()
    #expect(try !watched.isChanged())
  }

  @Test func `the descriptors are closed with the watch`() throws {
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

  @Test func `a limit of watches is told from a full disk`() {
    #expect(SystemError(call: "inotify_add_watch", path: "/", code: ENOSPC).isWatchLimitReached)
    #expect(SystemError(call: "inotify_init1", path: nil, code: EMFILE).isWatchLimitReached)
    #expect(!SystemError(call: "write", path: "/", code: ENOSPC).isWatchLimitReached)
  }
}
