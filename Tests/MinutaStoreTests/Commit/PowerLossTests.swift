import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// A finished call whose closing line break was lost with the power, and what a person did since.
@Suite struct PowerLossTests {
  private typealias Fixture = DoctorFixture

  private static let journal = ".minuta.nosync/here/history-2026-11.jsonl"

  private let bench: DoctorFixture

  init() throws {
    bench = try DoctorFixture()
  }

  private func path(_ name: String) -> String { "\(bench.folder.path)/\(name)" }

  /// Cuts the journal's last line break off, as if it had never reached the disk.
  private func openJournal() throws {
    let file = try FileDescriptor(opening: path(Self.journal), for: .truncating)
    try file.truncate(to: file.status().size - 1)
    #expect(try tail()?.isClosed == false)
  }

  private func tail() throws -> Journal.Tail? {
    try Journal(folder: path(".minuta.nosync/here")).tail()
  }

  private func comments() throws -> [String?] { try bench.records().map(\.comment) }

  /// How a person changes the file of the last call, and the comments afterwards.
  enum Edit: CaseIterable {
    case none, inPlace, byRename, deletion

    func perform(at file: String) throws {
      let text = Fixture.text(Fixture.record(comment: "edited"))
      switch self {
      case .none: break
      case .inPlace: try Data(text.utf8).write(to: URL(filePath: file))
      case .byRename: try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
      case .deletion: try FileManager.default.removeItem(atPath: file)
      }
    }

    var comments: [String?] {
      switch self {
      case .none: ["new"]
      case .inPlace, .byRename: ["edited"]
      case .deletion: []
      }
    }
  }

  @Test(arguments: Edit.allCases, [true, false])
  func `a later edit is what readers see and what the next writer leaves`(
    edit: Edit,
    isNew: Bool
  ) async throws {
    if !isNew { try bench.save(Fixture.record(comment: "old")) }
    try bench.save(Fixture.record(comment: "new"))
    try openJournal()
    try edit.perform(at: path(Fixture.path))
    let files = try bench.files()
    #expect(try comments() == edit.comments)
    #expect(try await bench.findings().map(\.problem) == [.openTransaction(machine: nil)])
    #expect(try bench.files() == files)
    try bench.save(Fixture.record(Fixture.otherID, start: "08:30", comment: "next"))
    #expect(try comments() == edit.comments + ["next"])
    #expect(try tail()?.isClosed == true)
    #expect(try await bench.findings().isEmpty)
    #expect(try bench.files()[Fixture.path] == files[Fixture.path])
  }

  @Test func `a deleted record stays deleted where a person put it back and took it away`()
    async throws
  {
    try bench.save(Fixture.record(comment: "old"))
    try await bench.delete()
    try openJournal()
    #expect(try comments().isEmpty)
    try bench.write(Fixture.text(Fixture.record(comment: "edited")), to: Fixture.path)
    #expect(try comments() == ["edited"])
    try bench.save(Fixture.record(Fixture.otherID, start: "08:30", comment: "next"))
    #expect(try comments() == ["edited", "next"])
  }

  @Test func `of a call that placed one of its files the other is placed`() throws {
    try bench.save(Fixture.record(comment: "a"), tags: Fixture.tag("Work"))
    try openJournal()
    try bench.folder.moveToTemporaryName(Fixture.path)
    #expect(try comments() == ["a"])
    try bench.save(Fixture.record(Fixture.otherID, start: "08:30", comment: "next"))
    #expect(try comments() == ["a", "next"])
  }

  @Test func `where names get lost with the power, what is missing is written`() {
    let change = FileChange(path: Fixture.path, before: nil, after: "ours")
    for (current, lost) in [
      (FileContent.missing, FileChangeState.pending), (.text("theirs"), .conflicting),
    ] {
      for (temporary, placement) in [
        (FileContent.missing, FileChangeState.done), (.text("ours"), lost),
      ] {
        #expect(
          FileChangeState(of: change, current: current, temporary: temporary, hasDurableNames: true)
            == placement
        )
        #expect(
          FileChangeState(
            of: change,
            current: current,
            temporary: temporary,
            hasDurableNames: false
          )
            == lost
        )
      }
    }
  }

  @Test(arguments: [nil, "", "[]\0\0\0"])
  func `what was being written before the first record goes with the next call`(list: String?)
    async throws
  {
    let temporary = "records/2026/11/.minuta-0123456789abcdef.tmp"
    try bench.folder.write("{", to: temporary)
    try bench.folder.write("", to: ".minuta.writelock.nosync")
    try bench.folder.write("", to: ".minuta.nosync/here/x")
    if let list { try bench.folder.write(list, to: ".minuta.nosync/here/staged.json") }
    #expect(try await bench.findings().isEmpty)
    try bench.save(Fixture.record(comment: "a"))
    #expect(try !bench.files().keys.contains(temporary))
    #expect(try bench.folder.text(of: ".minuta.nosync/here/staged.json") == "[]")
    #expect(try await bench.findings().isEmpty)
  }

  @Test func `what another machine is writing stays`() throws {
    let temporary = "records/2026/11/.minuta-0123456789abcdef.tmp"
    try bench.folder.write("{", to: temporary)
    try bench.folder.write("[\"\(temporary)\"]", to: ".minuta.nosync/there/staged.json")
    try bench.folder.write("", to: ".minuta.nosync/here/staged.json")
    try bench.save(Fixture.record(comment: "a"))
    #expect(try bench.files().keys.contains(temporary))
  }
}
