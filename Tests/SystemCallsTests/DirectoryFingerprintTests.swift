import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests `FileFingerprint.ofFiles(in:suffix:)`.
@Suite struct DirectoryFingerprintTests {
  @Test func `adding, removing or writing a file changes the fingerprint, and nothing else does`()
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
