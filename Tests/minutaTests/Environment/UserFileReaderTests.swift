import Foundation
import Glibc
import MinutaIntents
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.timeLimit(.minutes(10))) struct UserFileReaderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func `a regular file is read, even through a link`() throws {
    let path = try folder.write("GIF89a", to: "image.gif")
    symlink(path, folder.path + "/link")
    #expect(try UserFileReader.read(path) == Array("GIF89a".utf8))
    #expect(try UserFileReader.read(folder.path + "/link") == Array("GIF89a".utf8))
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/", "pipe", "link"])
  func `other kinds of files are not opened`(path: String) throws {
    mkfifo(folder.path + "/pipe", 0o600)
    symlink("/dev/zero", folder.path + "/link")
    #expect(throws: FileArgumentError.notRegular) {
      try UserFileReader.read(path.hasPrefix("/") ? path : "\(folder.path)/\(path)")
    }
  }

  @Test func `a missing or too large file is reported`() throws {
    #expect(throws: FileArgumentError.unreadable(reason: "No such file or directory")) {
      try UserFileReader.read(folder.path + "/none")
    }
    let path = try folder.write("", to: "large")
    truncate(path, 8 << 20)
    #expect(try UserFileReader.read(path).count == 8 << 20)
    truncate(path, (8 << 20) + 1)
    #expect(throws: FileArgumentError.tooLarge(limit: 8 << 20)) { try UserFileReader.read(path) }
  }
}
