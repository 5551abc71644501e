import Foundation
import MinutaTestSupport
import Testing

@testable import SystemCalls

@Suite struct ConfinedFileOpenerTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("inside", to: "root/a/b/file")
    try folder.write("outside", to: "outside/file")
    for (link, target) in [
      ("root/link", "../outside"), ("root/a/inner", "b"), ("root/a/file", "b/file"),
      ("root/a/nothing", "../../outside/new"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/\(link)",
        withDestinationPath: target
      )
    }
  }

  private func open(
    _ path: String,
    for access: FileOpenMode,
    _ usesOpenat2: Bool
  ) throws(SystemError) -> FileDescriptor {
    let root = try FileDescriptor(opening: folder.path + "/root", for: .directory)
    return try FileDescriptor(path, for: access) {
      ConfinedFileOpener.open(path, in: root.number, for: access, usesOpenat2: usesOpenat2)
    }
  }

  @Test(arguments: [true, false])
  func `files in a directory are opened, created and listed`(usesOpenat2: Bool) throws {
    let file = try open("a/b/file", for: .readingNoFollow, usesOpenat2)
    #expect(try file.readAll(limit: 100) == Array("inside".utf8))
    let made = try open("a/made", for: .creating, usesOpenat2)
    try made.write([65])
    #expect(try folder.text(of: "root/a/made") == "A")
    _ = try open("a/b", for: .directory, usesOpenat2)
    _ = try open(".", for: .directory, usesOpenat2)
  }

  @Test(
    arguments: [
      ("link/file", ELOOP), ("a/inner/file", ELOOP), ("a/file", ELOOP), ("../outside/file", EXDEV),
      ("a/../../outside/file", EXDEV), ("a/b/file/x", ENOTDIR), ("a/none/file", ENOENT),
    ],
    [true, false]
  )
  func `links are not followed and paths can't escape`(
    _ refused: (path: String, code: CInt),
    usesOpenat2: Bool
  ) throws {
    let error = SystemError(call: "open", path: refused.path, code: refused.code)
    #expect(throws: error) { _ = try open(refused.path, for: .readingNoFollow, usesOpenat2) }
  }

  @Test(arguments: [true, false])
  func `nothing is created or listed through a link`(usesOpenat2: Bool) throws {
    for access in [FileOpenMode.replacing, .overwriting, .locking, .appendingOrCreating] {
      for path in ["a/nothing", "link/new"] {
        #expect(throws: SystemError(call: "open", path: path, code: ELOOP)) {
          _ = try open(path, for: access, usesOpenat2)
        }
      }
    }
    for path in ["link", "a/inner"] {
      #expect(throws: SystemError(call: "open", path: path, code: ELOOP)) {
        _ = try open(path, for: .directory, usesOpenat2)
      }
    }
    #expect(try folder.content(below: "outside").keys.sorted() == ["file"])
  }

  @Test func `an absolute path is rejected`() throws {
    for usesOpenat2 in [true, false] {
      #expect(throws: SystemError(call: "open", path: "/etc/passwd", code: EXDEV)) {
        _ = try open("/etc/passwd", for: .readingNoFollow, usesOpenat2)
      }
    }
  }

  @Test(
    arguments: [
      FileOpenMode.replacing, .overwriting, .appending, .appendingOrCreating, .locking, .truncating,
    ]
  )
  func `a pipe is rejected without blocking`(access: FileOpenMode) throws {
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: SystemError.notRegular(path)) {
      _ = try FileDescriptor(opening: path, for: access)
    }
    let reader = try FileDescriptor(opening: path, for: .readingNonBlocking)
    #expect(throws: SystemError.notRegular(path)) {
      _ = try FileDescriptor(opening: path, for: access)
    }
    _ = try reader.status()
  }
}
