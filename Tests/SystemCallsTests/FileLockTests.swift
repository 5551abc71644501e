import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

/// Locks a file from another program, which holds it until it is ended.
private func holder(of path: String) throws -> ChildProcess {
  let flock = try #require(TestPrograms.installed("flock"))
  let words = ["-o", path, "sh", "-c", "echo held; read line"]
  let child = try ChildProcess(flock, words, environment: ["PATH": "/usr/bin:/bin"])
  #expect(try child.readOutput() == Array("held\n".utf8))
  return child
}

/// Whether the lock can be had; a child that another test just forked may hold a copy until its exec.
private func isFree(_ path: String, timeout: Duration = .seconds(10)) throws -> Bool {
  switch try FileLock.acquire(path, timeout: timeout) {
  case .some: true
  case nil: false
  }
}

/// Does something while this process has the lock.
private func locked(_ path: String, _ body: () throws -> Void) throws {
  guard let lock = try FileLock.acquire(path, timeout: .seconds(30)) else {
    Issue.record("the lock is not free")
    return
  }
  try body()
  _ = try lock.status()
}

@Test func `one at a time has the lock, and it is free again with its value`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  try locked(path) {
    let isFree = try isFree(path, timeout: .zero)
    #expect(!isFree)
  }
  #expect(try FileStatus.of(path)?.permissions == 0o600)
  #expect(try isFree(path))
}

@Test(.timeLimit(.minutes(10))) func `threads take turns`() async throws {
  let folder = try TemporaryDirectory()
  try folder.write("0", to: "count")
  try await withThrowingTaskGroup { group in
    for _ in 0..<8 {
      group.addTask {
        for _ in 0..<10 {
          try locked(folder.path + "/lock") {
            let count = Int(try folder.text(of: "count")) ?? 0
            try folder.write(String(count + 1), to: "count")
          }
        }
      }
    }
    try await group.waitForAll()
  }
  #expect(try folder.text(of: "count") == "80")
}

@Test(.timeLimit(.minutes(10))) func `another program's lock is seen and its holder named`() throws
{
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  let child = try holder(of: path)
  #expect(try !isFree(path, timeout: .zero))
  #expect(FileLock.holder(of: path) == LockHolder(process: child.id, program: "flock"))
  child.end()
  #expect(try isFree(path, timeout: .seconds(30)))
  #expect(FileLock.holder(of: path)?.process != child.id)
}

@Test(.timeLimit(.minutes(10))) func `patience ends without the lock`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  let child = try holder(of: path)
  defer { child.end() }
  var isTaken = false
  let time = try ContinuousClock().measure {
    isTaken = try !isFree(path, timeout: .milliseconds(60))
  }
  #expect(isTaken)
  #expect(time >= .milliseconds(60))
  #expect(time < .seconds(60))
}

@Test(.timeLimit(.minutes(10)))
func `who waits has the lock once its holder is killed`() async throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  let child = try holder(of: path)
  async let taken = Task.detached { try isFree(path, timeout: .seconds(30)) }.value
  #expect(try !isFree(path, timeout: .milliseconds(5)))
  child.end()
  #expect(try await taken)
}

@Test func `this process is named as its own holder`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  try locked(path) {
    #expect(FileLock.holder(of: path)?.process == getpid())
  }
}

@Test func `a lock on a file that lost its name is no lock on its successor`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  try locked(path) {
    try Directory.unlink(path)
    let isFree = try isFree(path)
    #expect(isFree)
  }
}

@Test(.timeLimit(.minutes(10))) func `a child does not inherit the lock`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  var child: ChildProcess?
  try locked(path) {
    child = try ChildProcess(try #require(TestPrograms.installed("cat")))
  }
  #expect(try isFree(path))
  child?.end()
}

@Test func `nobody holds a missing file`() throws {
  let folder = try TemporaryDirectory()
  #expect(FileLock.holder(of: folder.path + "/missing") == nil)
}

@Test func `a lock where no file can be is an error`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/missing/lock"
  #expect(throws: SystemError(call: "open", path: path, code: ENOENT)) { try isFree(path) }
}
