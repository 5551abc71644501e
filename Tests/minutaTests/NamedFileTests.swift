import Foundation
import Glibc
import MinutaIntents
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.timeLimit(.minutes(10))) struct NamedFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a regular file is read, also through a link`() throws {
    let path = try folder.write("GIF89a", to: "image.gif")
    symlink(path, folder.path + "/link")
    #expect(try NamedFile.read(path) == Array("GIF89a".utf8))
    #expect(try NamedFile.read(folder.path + "/link") == Array("GIF89a".utf8))
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/", "pipe", "link"])
  func `nothing else is opened, so that nothing waits or acts`(path: String) throws {
    mkfifo(folder.path + "/pipe", 0o600)
    symlink("/dev/zero", folder.path + "/link")
    #expect(throws: FileProblem.notRegular) {
      try NamedFile.read(path.hasPrefix("/") ? path : "\(folder.path)/\(path)")
    }
  }

  @Test func `what is missing or too large is said`() throws {
    #expect(throws: FileProblem.unreadable(reason: "No such file or directory")) {
      try NamedFile.read(folder.path + "/none")
    }
    let path = try folder.write("", to: "large")
    truncate(path, 8 << 20)
    #expect(try NamedFile.read(path).count == 8 << 20)
    truncate(path, (8 << 20) + 1)
    #expect(throws: FileProblem.tooLarge(limit: 8 << 20)) { try NamedFile.read(path) }
  }
}
