import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests of journals and file lists with paths that Minuta never writes, as an attacker could
/// prepare them.
@Suite struct HostileJournalTests {
  private typealias Fixture = DoctorFixture

  private static let journal = ".minuta.nosync/here/history-2026-11.jsonl"
  private static let olderJournal = ".minuta.nosync/here/history-2026-10.jsonl"

  /// Paths that Minuta never writes, for entries of a hostile journal.
  static let paths = [
    "", "/etc/passwd", "../outside", "records/../../outside", "records//x.json", "records/./x.json",
    "records/", "records", "tags.json/", "x.json", ".minuta.nosync/here/history-2026-11.jsonl",
    ".minuta.nosync/there/trash/x.json", ".minuta.nosync/here/trash/../staged.json",
    "records/a\u{0}.json", ".minuta.writelock.nosync", ".profile",
  ]

  private let fixture: DoctorFixture

  init() throws {
    fixture = try DoctorFixture(in: "store")
    try fixture.save(Fixture.record(comment: "ours"))
    try fixture.folder.write("theirs", to: "outside")
  }

  private var journal: String { "store/\(Self.journal)" }

  private func entry(
    _ sequence: Int,
    _ files: [FileChange] = [],
    moves: [FileMove] = []
  ) -> [UInt8] {
    JournalEntry(
      sequence: sequence,
      origin: ChangeOrigin(now: fixture.now, source: "test", intent: "Planted"),
      undoes: [],
      idempotentResults: [],
      files: files,
      moves: moves
    ).line
  }

  /// Appends bytes to the journal file without changing its owner.
  private func append(_ bytes: [UInt8]) throws {
    let path = "\(fixture.folder.path)/\(journal)"
    try FileDescriptor(opening: path, for: .appending).write(bytes)
  }

  private func content() throws -> [String: Data?] {
    try fixture.folder.content().filter { !$0.key.hasSuffix(".nosync") && $0.value != nil }
  }

  private func problems() async throws -> [StoreProblem] {
    try await fixture.findings().map(\.problem)
  }

  private func expectRefusal(_ reason: UntrustedJournalReason) async throws {
    let before = try content()
    let path = "\(fixture.folder.path)/\(journal)"
    let folder = "\(fixture.folder.path)/store/.minuta.nosync/here"
    #expect(try Journal(folder: folder).tail()?.untrustedReason == reason)
    #expect(throws: TrackingError.storeUnwritable(path: path, reason: reason.reason, hasFix: true))
    {
      try fixture.save(Fixture.record(Fixture.otherID))
    }
    // Readers ignore the open entries of an untrusted journal.
    #expect(try fixture.records().map(\.comment) == ["ours"])
    #expect(try content() == before)
  }

  private func expectUntrustedJournalFinding() async throws {
    let found = try await problems()
    #expect(found.count == 1)
    guard case .untrustedJournal = found.first else {
      Issue.record("\(found)")
      return
    }
  }

  @Test(arguments: paths)
  func `an open entry with a path that Minuta never writes is refused`(path: String) async throws {
    try append(entry(2, [FileChange(path: path, before: nil, after: "planted")]))
    try await expectRefusal(.foreignPath(path: path, sequence: 2))
    try await expectUntrustedJournalFinding()
  }

  @Test(arguments: paths)
  func `an open entry that moves a file from or to such a path is refused`(path: String)
    async throws
  {
    for (from, to) in [(path, "records/x.json"), (Fixture.path, path)] {
      try append(entry(2, moves: [FileMove(from: from, to: to)]))
      try await expectRefusal(.foreignPath(path: path, sequence: 2))
      let text = try fixture.folder.text(of: journal)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try fixture.folder.write(lines.dropLast(2).joined(separator: "\n") + "\n", to: journal)
    }
  }

  @Test(arguments: paths)
  func `an applied entry with such a path can't be undone`(path: String) async throws {
    let repair = FileChange(path: path, before: "planted", after: nil, repair: "x")
    try append(entry(2, [repair]) + [UInt8(ascii: "\n")])
    let before = try content().filter { !$0.key.contains(".minuta.nosync") }
    await #expect(throws: TrackingError.historyEntryRefused(2, path: path)) {
      try await fixture.undo(.entry(2))
    }
    #expect(try content().filter { !$0.key.contains(".minuta.nosync") } == before)
    #expect(try await problems().isEmpty)
    try fixture.save(Fixture.record(Fixture.otherID))
    #expect(try fixture.records().count == 2)
  }

  @Test(arguments: [Self.journal, Self.olderJournal, ".minuta.nosync/here"])
  func `an open entry isn't applied if other users can write to the journal`(path: String)
    async throws
  {
    try fixture.folder.write("", to: "store/\(Self.olderJournal)")
    try append(entry(2, [FileChange(path: Fixture.path, before: nil, after: "planted")]))
    let absolutePath = "\(fixture.folder.path)/store/\(path)"
    let permissions = try #require(try FileStatus.of(absolutePath)).permissions
    for writeBit: UInt32 in [0o020, 0o002] {
      try #require(chmod(absolutePath, permissions | writeBit) == 0)
      try await expectRefusal(.isWritableByOthers)
      try await expectUntrustedJournalFinding()
      try #require(chmod(absolutePath, permissions) == 0)
    }
  }

  @Test(.requiresRoot)
  func `an open entry isn't applied if another user owns the journal`() async throws {
    try append(entry(2, [FileChange(path: Fixture.path, before: nil, after: "planted")]))
    try #require(chown("\(fixture.folder.path)/\(journal)", 65_533, 65_533) == 0)
    try await expectRefusal(.foreignOwner(65_533))
    try await expectUntrustedJournalFinding()
  }

  @Test(
    arguments: [
      "../outside/.minuta-1.tmp", "records/../../outside/.minuta-1.tmp", "link/.minuta-1.tmp",
      "records/link/.minuta-1.tmp", "/.minuta-1.tmp", "records//.minuta-1.tmp",
    ]
  )
  func `a list of temporary files can't delete files outside the data directory`(name: String)
    throws
  {
    let file = try fixture.folder.write("theirs", to: "elsewhere/.minuta-1.tmp")
    for link in ["outside.d", "store/link", "store/records/link"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(fixture.folder.path)/\(link)",
        withDestinationPath: "\(fixture.folder.path)/elsewhere"
      )
    }
    let text = JSONValue.array([.string(name)]).text()
    try fixture.folder.write(text, to: "store/.minuta.nosync/here/staged.json")
    try? fixture.save(Fixture.record(Fixture.otherID))
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: ["records/2026/11", "records/2026", "records", ".minuta.nosync/here"])
  func `an open entry isn't applied through a symbolic link`(link: String) throws {
    let change = FileChange(path: "records/2026/11/x.json", before: nil, after: "planted")
    try append(entry(2, [change]))
    let (absolutePath, outside) = (
      "\(fixture.folder.path)/store/\(link)", "\(fixture.folder.path)/moved"
    )
    try FileManager.default.moveItem(atPath: absolutePath, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: absolutePath, withDestinationPath: outside)
    let before = try fixture.folder.content(below: "moved")
    let error = #expect(throws: TrackingError.self) {
      try fixture.save(Fixture.record(Fixture.otherID))
    }
    guard case .storeUnwritable(absolutePath, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try fixture.folder.content(below: "moved") == before)
  }
}
