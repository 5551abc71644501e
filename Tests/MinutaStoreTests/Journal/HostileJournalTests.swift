import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// A folder that somebody else prepared: what its journal and its lists name is not believed.
@Suite struct HostileJournalTests {
  private typealias Fixture = DoctorFixture

  private static let journal = ".minuta.nosync/here/history-2026-11.jsonl"
  private static let olderJournal = ".minuta.nosync/here/history-2026-10.jsonl"

  /// Paths that no entry of ours names.
  static let paths = [
    "", "/etc/passwd", "../outside", "records/../../outside", "records//x.json", "records/./x.json",
    "records/", "records", "tags.json/", "x.json", ".minuta.nosync/here/history-2026-11.jsonl",
    ".minuta.nosync/there/trash/x.json", ".minuta.nosync/here/trash/../staged.json",
    "records/a\u{0}.json", ".minuta.writelock.nosync", ".profile",
  ]

  private let bench: DoctorFixture

  init() throws {
    bench = try DoctorFixture(in: "store")
    try bench.save(Fixture.record(comment: "ours"))
    try bench.folder.write("theirs", to: "outside")
  }

  private var journal: String { "store/\(Self.journal)" }

  private func entry(
    _ sequence: Int,
    _ files: [FileChange] = [],
    moves: [FileMove] = []
  ) -> [UInt8] {
    JournalEntry(
      sequence: sequence,
      origin: ChangeOrigin(now: bench.now, source: "test", intent: "Planted"),
      undoes: [],
      idempotentResults: [],
      files: files,
      moves: moves
    ).line
  }

  /// Appends to the journal as its owner would.
  private func append(_ bytes: [UInt8]) throws {
    let path = "\(bench.folder.path)/\(journal)"
    try FileDescriptor(opening: path, for: .appending).write(bytes)
  }

  private func content() throws -> [String: Data?] {
    try bench.folder.content().filter { !$0.key.hasSuffix(".nosync") && $0.value != nil }
  }

  private func problems() async throws -> [StoreProblem] {
    try await bench.findings().map(\.problem)
  }

  private func expectRefusal(_ reason: String) async throws {
    let before = try content()
    let path = "\(bench.folder.path)/\(journal)"
    #expect(throws: TrackingError.storeUnwritable(path: path, reason: reason)) {
      try bench.save(Fixture.record(Fixture.otherID))
    }
    // Readers go on without what nobody may finish.
    #expect(try bench.records().map(\.comment) == ["ours"])
    #expect(try content() == before)
  }

  @Test(arguments: paths)
  func `an open entry with a path of no file of ours is refused by name`(path: String) async throws
  {
    try append(entry(2, [FileChange(path: path, before: nil, after: "planted")]))
    try await expectRefusal(
      "its unfinished entry 2 names '\(path)', which is no file of this folder; "
        + "'minuta doctor' names the remedy"
    )
    let found = try await problems()
    #expect(
      found == [
        .untrustedJournal(
          reason: "names '\(path)' in its entry 2, which is no file of this folder",
          remedy: "Move the file out of the folder, unless a newer Minuta wrote it; then use that."
        )
      ]
    )
  }

  @Test(arguments: paths)
  func `so is one that moves a file from there, or there`(path: String) async throws {
    for (from, to) in [(path, "records/x.json"), (Fixture.path, path)] {
      try append(entry(2, moves: [FileMove(from: from, to: to)]))
      try await expectRefusal(
        "its unfinished entry 2 names '\(path)', which is no file of this folder; "
          + "'minuta doctor' names the remedy"
      )
      let text = try bench.folder.text(of: journal)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try bench.folder.write(lines.dropLast(2).joined(separator: "\n") + "\n", to: journal)
    }
  }

  @Test(arguments: paths)
  func `a finished entry with such a path is history that nobody takes back`(path: String)
    async throws
  {
    let repair = FileChange(path: path, before: "planted", after: nil, repair: "x")
    try append(entry(2, [repair]) + [UInt8(ascii: "\n")])
    let before = try content().filter { !$0.key.contains(".minuta.nosync") }
    await #expect(throws: TrackingError.historyEntryRefused(2, path: path)) {
      try await bench.undo(.entry(2))
    }
    #expect(try content().filter { !$0.key.contains(".minuta.nosync") } == before)
    #expect(try await problems().isEmpty)
    try bench.save(Fixture.record(Fixture.otherID))
    #expect(try bench.records().count == 2)
  }

  @Test(arguments: [Self.journal, Self.olderJournal, ".minuta.nosync/here"])
  func `what others can write is not finished`(path: String) async throws {
    try bench.folder.write("", to: "store/\(Self.olderJournal)")
    try append(entry(2, [FileChange(path: Fixture.path, before: nil, after: "planted")]))
    let whole = "\(bench.folder.path)/store/\(path)"
    let permissions = try #require(try FileStatus.of(whole)).permissions
    for more: UInt32 in [0o020, 0o002] {
      try #require(chmod(whole, permissions | more) == 0)
      try await expectRefusal(
        "it has an unfinished change and other users can write it; 'minuta doctor' names the remedy"
      )
      let folder = "\(bench.folder.path)/store/.minuta.nosync/here"
      #expect(
        try await problems() == [
          .untrustedJournal(
            reason: "can be written by other users",
            remedy: "If nobody else has changed it, run `chmod -R go-w '\(folder)'`."
          )
        ]
      )
      try #require(chmod(whole, permissions) == 0)
    }
  }

  @Test(.enabled(if: User.isRoot, "only root can give files away"))
  func `what another user owns is not finished`() async throws {
    try append(entry(2, [FileChange(path: Fixture.path, before: nil, after: "planted")]))
    try #require(chown("\(bench.folder.path)/\(journal)", 65_533, 65_533) == 0)
    try await expectRefusal(
      "it has an unfinished change and belongs to the user number 65533; "
        + "'minuta doctor' names the remedy"
    )
    let found = try await problems()
    #expect(
      found == [
        .untrustedJournal(
          reason: "belongs to the user number 65533",
          remedy: "Run minuta as the user number 65533."
        )
      ]
    )
  }

  @Test(
    arguments: [
      "../outside/.minuta-1.tmp", "records/../../outside/.minuta-1.tmp", "link/.minuta-1.tmp",
      "records/link/.minuta-1.tmp", "/.minuta-1.tmp", "records//.minuta-1.tmp",
    ]
  )
  func `a list of temporary files names none outside`(name: String) throws {
    let file = try bench.folder.write("theirs", to: "elsewhere/.minuta-1.tmp")
    for link in ["outside.d", "store/link", "store/records/link"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(bench.folder.path)/\(link)",
        withDestinationPath: "\(bench.folder.path)/elsewhere"
      )
    }
    let text = JSONValue.array([.string(name)]).text()
    try bench.folder.write(text, to: "store/.minuta.nosync/here/staged.json")
    try? bench.save(Fixture.record(Fixture.otherID))
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: ["records/2026/11", "records/2026", "records", ".minuta.nosync/here"])
  func `an open entry is not finished over a link`(link: String) throws {
    let change = FileChange(path: "records/2026/11/x.json", before: nil, after: "planted")
    try append(entry(2, [change]))
    let (whole, outside) = ("\(bench.folder.path)/store/\(link)", "\(bench.folder.path)/moved")
    try FileManager.default.moveItem(atPath: whole, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: whole, withDestinationPath: outside)
    let before = try bench.folder.content(below: "moved")
    let error = TrackingError.storeUnwritable(
      path: whole,
      reason: "it is a link, which is not followed"
    )
    #expect(throws: error) { try bench.save(Fixture.record(Fixture.otherID)) }
    #expect(try bench.folder.content(below: "moved") == before)
  }
}
