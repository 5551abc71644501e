import Glibc
import MinutaTestSupport
import SystemCalls
import Testing

/// Starts another program that locks the file until it is killed.
private func startHolder(of path: String) throws -> ChildProcess {
  let flock = try #require(TestPrograms.installed("flock"))
  let words = ["-o", path, "sh", "-c", "echo held; read line"]
  let child = try ChildProcess(flock, words, environment: ["PATH": "/usr/bin:/bin"])
  #expect(try child.readOutput() == Array("held\n".utf8))
  return child
}

/// Returns whether the lock can be acquired within the timeout.
///
/// A child process that another test has just started inherits the open lock until it calls exec,
/// so the lock may become free only then.
private func isFree(_ path: String, timeout: Duration = .seconds(10)) throws -> Bool {
  switch try FileLock.acquire(path, timeout: timeout) {
  case .some: true
  case nil: false
  }
}

/// Runs a function while this process holds the lock.
private func withLock(_ path: String, _ body: () throws -> Void) throws {
  guard let lock = try FileLock.acquire(path, timeout: .seconds(30)) else {
    Issue.record("Could not acquire the lock.")
    return
  }
  try body()
  _ = try lock.status()
}

@Test func `the lock is exclusive and released with its value`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  try withLock(path) {
    let isFree = try isFree(path, timeout: .zero)
    #expect(!isFree)
  }
  #expect(try FileStatus.of(path)?.permissions == 0o600)
  #expect(try isFree(path))
}

@Test(.timeLimit(.minutes(10))) func `the lock serializes threads`() async throws {
  let folder = try TemporaryDirectory()
  try folder.write("0", to: "count")
  try await withThrowingTaskGroup { group in
    for _ in 0..<8 {
      group.addTask {
        for _ in 0..<10 {
          try withLock(folder.path + "/lock") {
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

@Test(.timeLimit(.minutes(10))) func `the holder of another program's lock is found`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  let child = try startHolder(of: path)
  #expect(try !isFree(path, timeout: .zero))
  #expect(FileLock.holder(of: path) == LockHolder(process: child.id, program: "flock"))
  child.end()
  #expect(try isFree(path, timeout: .seconds(30)))
  #expect(FileLock.holder(of: path)?.process != child.id)
}

@Test(.timeLimit(.minutes(10))) func `acquiring a held lock times out`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  let child = try startHolder(of: path)
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
func `a waiter acquires the lock when its holder is killed`() async throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  let child = try startHolder(of: path)
  async let taken = Task.detached { try isFree(path, timeout: .seconds(30)) }.value
  #expect(try !isFree(path, timeout: .milliseconds(5)))
  child.end()
  #expect(try await taken)
}

@Test func `this process is found as the holder`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  try withLock(path) {
    #expect(FileLock.holder(of: path)?.process == getpid())
  }
}

@Test func `a lock on a deleted file doesn't lock its replacement`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  try withLock(path) {
    try Directory.unlink(path)
    let isFree = try isFree(path)
    #expect(isFree)
  }
}

@Test(.timeLimit(.minutes(10))) func `a child does not inherit the lock`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/lock"
  var child: ChildProcess?
  try withLock(path) {
    child = try ChildProcess(try #require(TestPrograms.installed("cat")))
  }
  #expect(try isFree(path))
  child?.end()
}

@Test func `a missing lock file has no holder`() throws {
  let folder = try TemporaryDirectory()
  #expect(FileLock.holder(of: folder.path + "/missing") == nil)
}

@Test func `a lock in a missing directory is an error`() throws {
  let folder = try TemporaryDirectory()
  let path = folder.path + "/missing/lock"
  #expect(throws: SystemError(call: "open", path: path, code: ENOENT)) { try isFree(path) }
}
