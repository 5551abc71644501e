import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

@Test func `names are sorted and include hidden files`() throws {
  let folder = try TemporaryDirectory()
  #expect(try Directory.names(in: folder.path) == [])
  for name in ["b", ".hidden", "a b", "é", "A/inner"] { try folder.write("", to: name) }
  #expect(try Directory.names(in: folder.path) == [".hidden", "A", "a b", "b", "é"])
}

@Test func `thousands of long names are listed`() throws {
  let folder = try TemporaryDirectory()
  let names = (0..<2000).map { "\(10_000 + $0)" + String(repeating: "x", count: 250) }
  for name in names {
    _ = try FileDescriptor(opening: folder.path + "/" + name, for: .appendingOrCreating)
  }
  #expect(try Directory.names(in: folder.path) == names)
}

@Test func `a missing directory gives nil, a file is an error`() throws {
  let folder = try TemporaryDirectory()
  #expect(try Directory.names(in: folder.path + "/missing") == nil)
  let file = try folder.write("", to: "file")
  #expect(throws: SystemError(call: "opendir", path: file, code: ENOTDIR)) {
    try Directory.names(in: file)
  }
}

@Test func `missing parents are created and returned`() throws {
  let folder = try TemporaryDirectory()
  let top = folder.path + "/2026"
  #expect(
    try Directory.make(top + "/11/x", permissions: 0o700) == [top, top + "/11", top + "/11/x"]
  )
  #expect(try Directory.make(top + "/11") == [])
  #expect(try Directory.make(top + "/12/") == [top + "/12/"])
  #expect(try FileStatus.of(top + "/11")?.permissions == 0o700)
  #expect(try Directory.make("/") == [])
}

@Test func `a file in place of a directory is an error`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  #expect(throws: SystemError(call: "mkdir", path: file, code: ENOTDIR)) {
    try Directory.make(file)
  }
  #expect(throws: SystemError(call: "mkdir", path: file + "/a", code: ENOTDIR)) {
    try Directory.make(file + "/a")
  }
  #expect(throws: SystemError(call: "mkdir", path: "", code: ENOENT)) { try Directory.make("") }
  #expect(throws: SystemError(call: "mkdir", path: "/proc/none", code: ENOENT)) {
    try Directory.make("/proc/none")
  }
}

@Test func `concurrent creation of one directory succeeds`() async throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/a/b/c/d"
  let made = try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 0..<16 { group.addTask { try Directory.make(path).count } }
    return try await group.reduce(0, +)
  }
  #expect(made == 4)
}

@Test(arguments: [
  ("/a/b", "/a"), ("/a", "/"), ("/", nil), ("a", nil), ("a/b", "a"), ("", nil), ("/a/b/", "/a/b"),
  ("/a/\u{301}b", "/a"), ("/é/ü", "/é"),
])
func `the parent of a path is all before its last slash`(path: String, parent: String?) {
  #expect(Directory.parent(of: path) == parent)
}

@Test func `a renamed file replaces another`() throws {
  let folder = try TemporaryDirectory()
  let old = try folder.write("new", to: "temporary")
  let new = try folder.write("old", to: "file")
  try Directory.rename(old, to: new)
  try Directory.flush(folder.path)
  #expect(try Directory.names(in: folder.path) == ["file"])
  #expect(try folder.text(of: "file") == "new")
  #expect(throws: SystemError(call: "rename", path: new, code: ENOENT)) {
    try Directory.rename(old, to: new)
  }
}

@Test func `exchange swaps two files, or renames the first if the second is missing`() throws {
  let folder = try TemporaryDirectory()
  let first = try folder.write("first", to: "a")
  let second = try folder.write("second", to: "b")
  try Directory.exchange(first, with: second)
  #expect(try [folder.text(of: "a"), folder.text(of: "b")] == ["second", "first"])
  try Directory.unlink(second)
  try Directory.exchange(first, with: second)
  #expect(try Directory.names(in: folder.path) == ["b"])
  #expect(try folder.text(of: "b") == "second")
  #expect(throws: SystemError(call: "rename", path: second, code: ENOENT)) {
    try Directory.exchange(first, with: second)
  }
}

@Test func `replacing a file leaves no temporary file`() throws {
  let folder = try TemporaryDirectory()
  for text in ["first", "second"] {
    try Directory.replace("\(folder.path)/a", with: Array(text.utf8))
    #expect(try folder.text(of: "a") == text)
    #expect(try Directory.names(in: folder.path) == ["a"])
  }
  let gone = "\(folder.path)/none/a"
  #expect(throws: SystemError.self) { try Directory.replace(gone, with: []) }
}

@Test func `removing a file twice is an error`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  try Directory.unlink(file)
  #expect(try Directory.names(in: folder.path) == [])
  #expect(throws: SystemError(call: "unlink", path: file, code: ENOENT)) {
    try Directory.unlink(file)
  }
}

@Test func `flushing a file as a directory is an error`() throws {
  let folder = try TemporaryDirectory()
  let file = try folder.write("", to: "file")
  #expect(throws: SystemError(call: "open", path: file, code: ENOTDIR)) {
    try Directory.flush(file)
  }
}
