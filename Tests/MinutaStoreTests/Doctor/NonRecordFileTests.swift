import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct NonRecordFileTests {
  private typealias Fixture = DoctorFixture

  @Test func `E31 strangers are named and left, and what every system leaves is not named`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(images: ["a.png"]))
    let month = "records/2026/11/"
    for name in ["a.png", "b.png", "notes.txt", ".DS_Store", ".hidden/x", "Thumbs.db"] {
      try bench.write("x", to: month + name)
    }
    try bench.write("x", to: "records/.stfolder/x")
    try bench.write("x", to: "anything.txt")
    let before = try bench.files()
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == [month + "b.png", month + "notes.txt"])
    #expect(diagnosis.remaining.map(\.problem) == [.stray, .stray])
    #expect(try bench.files() == before)
  }

  @Test func `E31 an image that is not there is named`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(images: ["a.png", "../../up.png"]))
    let found = try await bench.findings()
    #expect(found.map(\.problem) == [.imageMissing("a.png"), .imageNameUnusable("../../up.png")])
    #expect(found.map(\.file) == [Fixture.path, Fixture.path])
  }

  @Test func `E31 what a sync has not finished is waited for`() async throws {
    let bench = try DoctorFixture()
    let names = [
      ".syncthing.tags.json.tmp", "records/2026/11/.syncthing.x.json.tmp",
      "records/2026/11/~syncthing~y.json.tmp",
    ]
    for name in names { try bench.write("{", to: name) }
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == names)
    for finding in diagnosis.remaining {
      #expect(finding.problem == .incompleteSync(reason: "a sync has not finished it"))
    }
  }

  @Test func `E31 our own temporaries go to the trash, but for those that a writer needs`()
    async throws
  {
    let bench = try DoctorFixture()
    let names = (0..<3).map { "records/2026/11/.minuta-\($0).tmp" }
    for name in names { try bench.write("{", to: name) }
    try bench.write(
      JSONValue.array([.string(names[2])]).text(),
      to: ".minuta.nosync/other/staged.json"
    )
    let after = try await bench.expectRepair(of: 2)
    #expect(after.keys.sorted() == [names[2]])
    #expect(try bench.trash() == [".minuta-0.tmp", ".minuta-1.tmp"])
  }

  @Test func `another machine's open transaction is reported and never replayed`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record())
    let journal = ".minuta.nosync/here/history-2026-11.jsonl"
    let entries = try bench.folder.text(of: journal)
    try bench.write(entries, to: ".minuta.nosync/closed/history-2026-11.jsonl")
    let open = ".minuta.nosync/there/history-2026-11.jsonl"
    try bench.write(String(entries.dropLast()), to: open)
    try FileManager.default.removeItem(atPath: bench.folder.path + "/" + Fixture.path)
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.problem) == [.openTransaction(machine: "there")])
    #expect(try bench.folder.text(of: open) == String(entries.dropLast()))
    #expect(try bench.records().isEmpty)
  }
}
