import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

@Test func `every file type is recognized`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("12345", to: "file")
  #expect(symlink("file", folder.path + "/link") == 0)
  #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
  #expect(try FileStatus.of(file)?.kind == .regular)
  #expect(try FileStatus.of(file)?.size == 5)
  #expect(try FileStatus.of(folder.path)?.kind == .directory)
  #expect(try FileStatus.of(folder.path + "/fifo")?.kind == .other)
  #expect(try FileStatus.of("/dev/null")?.kind == .other)
  #expect(try FileStatus.of(folder.path + "/link") == FileStatus.of(file))
  #expect(try FileStatus.of(folder.path + "/link", following: false)?.kind == .link)
}

@Test func `a missing file has no status`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  #expect(symlink("nowhere", folder.path + "/link") == 0)
  #expect(try FileStatus.of(folder.path + "/missing") == nil)
  #expect(try FileStatus.of(file + "/below") == nil)
  #expect(try FileStatus.of(folder.path + "/link") == nil)
  #expect(try FileStatus.of(folder.path + "/link", following: false)?.kind == .link)
}

@Test func `a link loop is an error`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/link"
  #expect(symlink("link", path) == 0)
  #expect(throws: SystemError(call: "stat", path: path, code: ELOOP)) { try FileStatus.of(path) }
}

@Test func `two hard links have the same device and inode`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  let other = try folder.write("", to: "other")
  #expect(link(file, folder.path + "/twin") == 0)
  let status = try #require(try FileStatus.of(file))
  let twin = try #require(try FileStatus.of(folder.path + "/twin"))
  #expect(status.inode == twin.inode && status.device == twin.device)
  #expect(try FileStatus.of(other)?.inode != status.inode)
}

@Test(arguments: [0o600, 0o644, 0o4755, 0o1777]) func `permissions include the special bits`(
  permissions: mode_t
) throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  #expect(chmod(file, permissions) == 0)
  #expect(try FileStatus.of(file)?.permissions == permissions)
  #expect(try FileStatus.of(file)?.owner == geteuid())
}

@Test func `a time out of range is clamped`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  let year2400 = timespec(tv_sec: 13_569_465_600, tv_nsec: 0)
  #expect(utimensat(AT_FDCWD, file, [year2400, year2400], 0) == 0)
  #expect(try FileStatus.of(file)?.modified == .max)
}
