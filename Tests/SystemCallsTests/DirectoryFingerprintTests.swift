import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

/// What tells that the files of a folder have changed.
@Suite struct DirectoryFingerprintTests {
  @Test func `a stamp is another once a file came, went or was written, and the same otherwise`()
    throws
  {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/files"
    #expect(try FileFingerprint.ofFiles(in: path, suffix: ".json") == nil)
    try folder.write("a", to: "files/a.json")
    var seen: Set<UInt64?> = [try FileFingerprint.ofFiles(in: path, suffix: ".json")]
    func expectNew() throws {
      #expect(seen.insert(try FileFingerprint.ofFiles(in: path, suffix: ".json")).inserted)
    }
    try folder.write("b", to: "files/b.json")
    try expectNew()
    try folder.write("c", to: "files/b.json")
    try expectNew()
    try FileManager.default.moveItem(atPath: path + "/b.json", toPath: path + "/c.json")
    try expectNew()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: path + "/c.json"
    )
    try expectNew()
    try FileManager.default.createSymbolicLink(
      atPath: path + "/d.json",
      withDestinationPath: "nowhere"
    )
    try expectNew()
    try folder.write("x", to: "files/other.txt")
    #expect(!seen.insert(try FileFingerprint.ofFiles(in: path, suffix: ".json")).inserted)
  }
}
