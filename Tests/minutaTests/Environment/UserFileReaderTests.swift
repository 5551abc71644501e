import Foundation
import Glibc
import IntentKit
import MinutaIntents
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.timeLimit(.minutes(10))) struct UserFileReaderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func read(_ path: String) throws -> [UInt8] {
    try UserFileReader.read(path, for: "file", .ofCurrentProcess())
  }

  @Test func `a regular file is read, even through a link`() throws {
    let path = try folder.write("GIF89a", to: "image.gif")
    symlink(path, folder.path + "/link")
    #expect(try read(path) == Array("GIF89a".utf8))
    #expect(try read(folder.path + "/link") == Array("GIF89a".utf8))
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/", "pipe", "link"])
  func `other kinds of files are not opened`(path: String) throws {
    mkfifo(folder.path + "/pipe", 0o600)
    symlink("/dev/zero", folder.path + "/link")
    let path = path.hasPrefix("/") ? path : "\(folder.path)/\(path)"
    #expect(throws: Failure.notRegularFile(path, for: "file")) { try read(path) }
  }

  @Test func `a missing or too large file is reported`() throws {
    let missing = folder.path + "/none"
    #expect(
      throws: Failure.unreadableFile(missing, for: "file", reason: "No such file or directory")
    ) { try read(missing) }
    let path = try folder.write("", to: "large")
    truncate(path, 8 << 20)
    #expect(try read(path).count == 8 << 20)
    truncate(path, (8 << 20) + 1)
    #expect(throws: Failure.fileTooLarge(path, for: "file", limit: 8 << 20)) { try read(path) }
  }
}
