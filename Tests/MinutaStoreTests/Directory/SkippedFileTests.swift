import Foundation
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests of files in the data directory that can't be read or parsed.
@Suite struct SkippedFileTests: DirectoryStoreTestCase {
  let folder: TemporaryDirectory
  let store: DirectoryStore

  init() throws {
    folder = try TemporaryDirectory()
    store = DirectoryStore(path: folder.path, machine: "test", timeout: .milliseconds(50))
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("\0\0\0\0", "invalid JSON: unexpected character 0 on line 1"),
    ("{\"id\":", "invalid JSON: unexpected end of text on line 1 (at /id)"),
    ("[]", "the record is not a JSON object"),
    ("{}", "its 'id' is not a string"),
    (#"{"id":"1"}"#, "its 'id' is not a UUID"),
    (
      #"{"id":"11111111-1111-1111-1111-111111111111","startTime":"today"}"#,
      "its 'startTime' is not a time such as 2026-11-20T08:30:00Z"
    ),
    (
      #"{"id":"11111111-1111-1111-1111-111111111111","startTime":"2026-11-20T08:30:00Z","images":1}"#,
      "its 'images' is not a list of strings"
    ),
  ])
  func `F6 an invalid record file doesn't affect other records`(text: String, reason: String) throws
  {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    try folder.write(text, to: "records/2026/11/bad.json")
    #expect(try all().count == 1)
    #expect(try skippedFiles() == [SkippedFile(path: "records/2026/11/bad.json", reason: reason)])
  }

  @Test func `F6 links, pipes, directories and large files are skipped without blocking`() throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    let month = folder.path + "/records/2026/11"
    mkfifo(month + "/pipe.json", 0o600)
    try FileManager.default.createDirectory(
      atPath: month + "/folder.json",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: month + "/link.json",
      withDestinationPath: "/etc/passwd"
    )
    try Data(count: 100 << 20).write(to: URL(filePath: month + "/large.json"))
    #expect(try all().count == 1)
    #expect(
      try skippedFiles().map { "\($0.path.split(separator: "/").last ?? ""): \($0.reason)" } == [
        "folder.json: it is not a regular file", "large.json: File too large",
        "link.json: it is a symbolic link, which Minuta doesn't follow",
        "pipe.json: it is not a regular file",
      ]
    )
  }

  @Test func `F6 links to directories outside the store are not followed`() throws {
    let outside = try TemporaryDirectory()
    try outside.write(
      #"{"id":"33333333-3333-3333-3333-333333333333","startTime":"2026-11-20T08:30:00Z"}"#,
      to: "11/x.json"
    )
    try FileManager.default.createDirectory(
      atPath: folder.path + "/records",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/records/2026",
      withDestinationPath: outside.path
    )
    #expect(try all().isEmpty)
    let skipped = SkippedFile(path: "records/2026", reason: "it is a symbolic link")
    #expect(try skippedFiles() == [skipped])
  }

  @Test(arguments: ["records", "records/2026", "records/2026/11", ".minuta.nosync/test"])
  func `F6 nothing is written through a link out of the store`(link: String) throws {
    let outside = try TemporaryDirectory()
    let above = (folder.path + "/" + link as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + link,
      withDestinationPath: outside.path
    )
    let path = folder.path + "/" + link
    let error = TrackingError.storeUnwritable(
      path: path,
      reason: "it is a symbolic link, which Minuta doesn't follow"
    )
    #expect(throws: error) {
      try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    }
    #expect(try outside.content().isEmpty)
  }

  @Test func `invalid files in the trash are reported`() throws {
    try folder.write("{", to: ".minuta.nosync/test/trash/x.json")
    let skipped = try store.read { view in
      _ = try view.deletedRecords()
      return view.skippedFiles().map(\.path)
    }
    #expect(skipped == [".minuta.nosync/test/trash/x.json"])
  }

  @Test func `F6 deeply nested directories and a file in place of 'records' are reported`() throws {
    try folder.write("{}", to: "records/2026.bak/11/old/deeper/deepest/x.json")
    #expect(
      try skippedFiles() == [
        SkippedFile(path: "records/2026.bak/11/old/deeper", reason: "it is nested too deeply")
      ]
    )
    try FileManager.default.removeItem(atPath: folder.path + "/records")
    try folder.write("", to: "records")
    #expect(try skippedFiles() == [SkippedFile(path: "records", reason: "it is not a folder")])
  }

  @Test func `of two files with the same ID, the one with the regular name is used`() throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    let path = "records/2026/11/2026-11-20_083000"
    let text = try folder.text(of: "\(path).json").replacing("09:00:00Z", with: "10:00:00Z")
    try folder.write(text, to: "\(path) (conflicted copy).json")
    #expect(try all().map(\.endTime) == [date("2026-11-20T09:00:00Z")])
    #expect(try skippedFiles().map(\.path) == ["\(path) (conflicted copy).json"])
  }

  @Test func `E30 a tag list with a conflict copy is not changed`() throws {
    try save(tags: tag("22222222-2222-2222-2222-222222222222", "Work"))
    try folder.write("{}", to: "tags.sync-conflict-20261120-083000-ABCDEFG.json")
    #expect(throws: TrackingError.self) {
      try save(tags: tag("22222222-2222-2222-2222-222222222223", "More"))
    }
    let tags = try store.read { view in try view.tags() }
    #expect(
      tags.problem?.reason
        == "a sync program left a conflict copy beside it: tags.sync-conflict-20261120-083000-ABCDEFG.json"
    )
  }

  @Test func `a second file with the same ID is skipped`() throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    let text = try folder.text(of: "records/2026/11/2026-11-20_083000.json")
    try folder.write(text, to: "records/2026/11/copy.json")
    #expect(try all().count == 1)
    #expect(
      try skippedFiles().map(\.reason) == [
        "it has the same ID as records/2026/11/2026-11-20_083000.json"
      ]
    )
  }
}
