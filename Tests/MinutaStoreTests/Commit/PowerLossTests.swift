import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests of a power loss after a call was applied, but before the empty line that closes its
/// journal entry reached the disk.
@Suite struct PowerLossTests {
  private typealias Fixture = DoctorFixture

  private static let journal = ".minuta.nosync/here/history-2026-11.jsonl"

  private let fixture: DoctorFixture

  init() throws {
    fixture = try DoctorFixture()
  }

  private func path(_ name: String) -> String { "\(fixture.folder.path)/\(name)" }

  /// Removes the journal's last line break, as if it had never reached the disk.
  private func dropClosingLine() throws {
    let file = try FileDescriptor(opening: path(Self.journal), for: .truncating)
    try file.truncate(to: file.status().size - 1)
    #expect(try tail()?.isClosed == false)
  }

  private func tail() throws -> Journal.TailState? {
    try Journal(folder: path(".minuta.nosync/here")).tail()
  }

  private func comments() throws -> [String?] { try fixture.records().map(\.comment) }

  /// An edit of the record's file by the user after the power loss.
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
  func `readers and the next writer keep an edit made after the commit`(
    edit: Edit,
    isNew: Bool
  ) async throws {
    if !isNew { try fixture.save(Fixture.record(comment: "old")) }
    try fixture.save(Fixture.record(comment: "new"))
    try dropClosingLine()
    try edit.perform(at: path(Fixture.path))
    let files = try fixture.files()
    #expect(try comments() == edit.comments)
    #expect(try await fixture.findings().map(\.problem) == [.openTransaction(machine: nil)])
    #expect(try fixture.files() == files)
    try fixture.save(Fixture.record(Fixture.otherID, start: "08:30", comment: "next"))
    #expect(try comments() == edit.comments + ["next"])
    #expect(try tail()?.isClosed == true)
    #expect(try await fixture.findings().isEmpty)
    #expect(try fixture.files()[Fixture.path] == files[Fixture.path])
  }

  @Test func `a deleted record that the user recreates is kept`() async throws {
    try fixture.save(Fixture.record(comment: "old"))
    try await fixture.delete()
    try dropClosingLine()
    #expect(try comments().isEmpty)
    try fixture.write(Fixture.text(Fixture.record(comment: "edited")), to: Fixture.path)
    #expect(try comments() == ["edited"])
    try fixture.save(Fixture.record(Fixture.otherID, start: "08:30", comment: "next"))
    #expect(try comments() == ["edited", "next"])
  }

  @Test func `a file that isn't in place yet is put there if another already is`() throws {
    try fixture.save(Fixture.record(comment: "a"), tags: Fixture.tag("Work"))
    try dropClosingLine()
    try fixture.folder.moveToTemporaryName(Fixture.path)
    #expect(try comments() == ["a"])
    try fixture.save(Fixture.record(Fixture.otherID, start: "08:30", comment: "next"))
    #expect(try comments() == ["a", "next"])
  }

  @Test func `a missing file is written if the file system can lose names`() {
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
  func `the next call deletes temporary files left before the first record`(list: String?)
    async throws
  {
    let temporary = "records/2026/11/.minuta-0123456789abcdef.tmp"
    try fixture.folder.write("{", to: temporary)
    try fixture.folder.write("", to: ".minuta.writelock.nosync")
    try fixture.folder.write("", to: ".minuta.nosync/here/x")
    if let list { try fixture.folder.write(list, to: ".minuta.nosync/here/staged.json") }
    #expect(try await fixture.findings().isEmpty)
    try fixture.save(Fixture.record(comment: "a"))
    #expect(try !fixture.files().keys.contains(temporary))
    #expect(try fixture.folder.text(of: ".minuta.nosync/here/staged.json") == "[]")
    #expect(try await fixture.findings().isEmpty)
  }

  @Test func `temporary files of another machine are kept`() throws {
    let temporary = "records/2026/11/.minuta-0123456789abcdef.tmp"
    try fixture.folder.write("{", to: temporary)
    try fixture.folder.write("[\"\(temporary)\"]", to: ".minuta.nosync/there/staged.json")
    try fixture.folder.write("", to: ".minuta.nosync/here/staged.json")
    try fixture.save(Fixture.record(comment: "a"))
    #expect(try fixture.files().keys.contains(temporary))
  }
}
