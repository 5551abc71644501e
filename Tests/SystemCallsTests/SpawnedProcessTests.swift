import Foundation
import Glibc
import MinutaTestSupport
import Testing

@testable import SystemCalls

/// Tests that ended child processes are waited for, so that the kernel forgets them.
struct SpawnedProcessTests {
  @Test func `a process that is no longer used is killed and waited for`() throws {
    let id: CInt
    do {
      let process = try SpawnedProcess(
        "/bin/sh",
        ["-c", "sleep 100"],
        environment: ["PATH": "/usr/bin:/bin"],
        folder: "/"
      )
      id = process.id
    }
    #expect(kill(id, 0) == -1 && errno == ESRCH)
  }

  @Test func `a detached process that has ended is waited for`() async throws {
    let folder = try TemporaryDirectory()
    let null = try FileDescriptor(opening: "/dev/null", for: .reading)
    try DetachedProcess.start(
      "/bin/sh",
      ["-c", "echo $$ >id"],
      environment: ["PATH": "/usr/bin:/bin"],
      folder: folder.path,
      input: null.number
    )
    let file = "\(folder.path)/id"
    try await wait(for: "the process's end") {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return CInt(text.dropLast()).map { kill($0, 0) == -1 } ?? false
    }
  }
}
