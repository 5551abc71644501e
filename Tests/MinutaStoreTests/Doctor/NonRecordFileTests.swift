import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct NonRecordFileTests {
  private typealias Fixture = DoctorFixture

  @Test func `E31 foreign files are reported but not changed, except files of operating systems`()
    async throws
  {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(images: ["a.png"]))
    let month = "records/2026/11/"
    for name in ["a.png", "b.png", "notes.txt", ".DS_Store", ".hidden/x", "Thumbs.db"] {
      try fixture.write("x", to: month + name)
    }
    try fixture.write("x", to: "records/.stfolder/x")
    try fixture.write("x", to: "anything.txt")
    let before = try fixture.files()
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == [month + "b.png", month + "notes.txt"])
    #expect(diagnosis.remaining.map(\.problem) == [.stray, .stray])
    #expect(try fixture.files() == before)
  }

  @Test func `E31 a missing image is reported`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(images: ["a.png", "../../up.png"]))
    let found = try await fixture.findings()
    #expect(found.map(\.problem) == [.imageMissing("a.png"), .imageNameUnusable("../../up.png")])
    #expect(found.map(\.file) == [Fixture.path, Fixture.path])
  }

  @Test func `E31 incomplete files of a sync program are reported but not changed`() async throws {
    let fixture = try DoctorFixture()
    let names = [
      ".syncthing.tags.json.tmp", "records/2026/11/.syncthing.x.json.tmp",
      "records/2026/11/~syncthing~y.json.tmp",
    ]
    for name in names { try fixture.write("{", to: name) }
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == names)
    for finding in diagnosis.remaining {
      guard case .incompleteSync = finding.problem else {
        Issue.record("\(finding)")
        continue
      }
    }
  }

  @Test func `E31 abandoned temporary files move to the trash`() async throws {
    let fixture = try DoctorFixture()
    let names = (0..<3).map { "records/2026/11/.minuta-\($0).tmp" }
    for name in names { try fixture.write("{", to: name) }
    try fixture.write(
      JSONValue.array([.string(names[2])]).text(),
      to: ".minuta.nosync/other/staged.json"
    )
    let after = try await fixture.expectRepair(of: 2)
    #expect(after.keys.sorted() == [names[2]])
    #expect(try fixture.trash() == [".minuta-0.tmp", ".minuta-1.tmp"])
  }

  @Test func `another machine's open transaction is reported and never replayed`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record())
    let journal = ".minuta.nosync/here/history-2026-11.jsonl"
    let entries = try fixture.folder.text(of: journal)
    try fixture.write(entries, to: ".minuta.nosync/closed/history-2026-11.jsonl")
    let open = ".minuta.nosync/there/history-2026-11.jsonl"
    try fixture.write(String(entries.dropLast()), to: open)
    try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + Fixture.path)
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.problem) == [.openTransaction(machine: "there")])
    #expect(try fixture.folder.text(of: open) == String(entries.dropLast()))
    #expect(try fixture.records().isEmpty)
  }
}
