import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

private func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
  try FileDescriptor(opening: path, for: .reading).readAll(limit: limit)
}

@Test(arguments: [0, 1, 4095, 4096, 4097, 100_000]) func `a file is read up to the limit`(
  size: Int
) throws {
  let folder = try TemporaryDirectory()
  let path = try folder.write(String(repeating: "x", count: size), to: "file")
  #expect(try read(path, limit: size).count == size)
  #expect(try read(path, limit: .max).count == size)
  guard size > 0 else { return }
  #expect(throws: SystemError(call: "read", path: path, code: EFBIG)) {
    try read(path, limit: size - 1)
  }
}

@Test func `reading an endless file stops at the limit`() {
  #expect(throws: SystemError(call: "read", path: "/dev/zero", code: EFBIG)) {
    try read("/dev/zero", limit: 100_000)
  }
}

@Test func `a file that reports size 0 is read completely`() throws {
  let text = String(decoding: try read("/proc/self/status", limit: 1 << 20), as: UTF8.self)
  #expect(text.contains("Threads:"))
}

@Test func `errors for a directory and a missing file have call and path`() throws {
  let folder = try TemporaryDirectory()
  #expect(throws: SystemError(call: "read", path: folder.path, code: EISDIR)) {
    try read(folder.path, limit: 10)
  }
  let missing = folder.path + "/missing"
  let error = #expect(throws: SystemError.self) { try read(missing, limit: 10) }
  #expect(error == SystemError(call: "open", path: missing, code: ENOENT))
  #expect(error?.reason == "No such file or directory")
}

@Test func `a descriptor is closed with its value and not inherited`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/file"
  do {
    let file = try FileDescriptor(opening: path, for: .locking)
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    #expect(try openFiles().contains(path))
  }
  #expect(try !openFiles().contains(path))
}

private func openFiles() throws -> [String] {
  try #require(try Directory.names(in: "/proc/self/fd")).compactMap { name in
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/" + name, &target, target.count)
    return length < 0 ? nil : String(decoding: target.prefix(length), as: UTF8.self)
  }
}
