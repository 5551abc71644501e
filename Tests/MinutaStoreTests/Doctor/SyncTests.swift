import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct SyncTests {
  private typealias Fixture = DoctorFixture

  @Test(arguments: [nil, "", "*.bak", "*.bak\n", "*.bak\r\n"])
  func `Syncthing and git are told what to ignore where their files lie in the folder`(
    existing: String?
  ) async throws {
    for (mark, file) in [(".stfolder/x", ".stignore"), (".git/HEAD", ".gitignore")] {
      let bench = try DoctorFixture()
      try bench.save(Fixture.record())
      try bench.write("", to: mark)
      if let existing { try bench.write(existing, to: file) }
      let after = try await bench.expectRepair()
      let before = existing ?? ""
      let separator = before == "*.bak" ? "\n" : ""
      #expect(after[file] == Data("\(before)\(separator).minuta*\n".utf8))
    }
  }

  @Test(arguments: [".minuta*", "(?d).minuta*", "**/.minuta*", "(?i)(?d)**/.minuta*", "/.minuta*"])
  func `what is ignored already is no problem`(line: String) async throws {
    for (mark, file) in [(".stfolder/x", ".stignore"), (".git/HEAD", ".gitignore")] {
      let bench = try DoctorFixture()
      try bench.write("", to: mark)
      try bench.write("// mine\n\(line)\r\n", to: file)
      #expect(try await bench.findings().isEmpty)
    }
  }

  @Test func `a sync of a folder above is told, and its file is a person's`() async throws {
    let bench = try DoctorFixture(in: "all/Minuta")
    try bench.save(Fixture.record())
    try bench.write("", to: ".stfolder/x")
    let before = try bench.files()
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == [bench.folder.path + "/.stignore"])
    #expect(try bench.files() == before)
    try bench.write("(?d).minuta*\n", to: ".stignore")
    #expect(try await bench.findings().isEmpty)
  }

  @Test(arguments: [".gitignore", "all/.gitignore", ".git/info/exclude"])
  func `git is asked in every folder up to its own`(file: String) async throws {
    let bench = try DoctorFixture(in: "all/Minuta")
    try bench.save(Fixture.record())
    try bench.write("", to: ".git/HEAD")
    #expect(try await bench.findings().count == 1)
    try bench.write(".minuta*\n", to: file)
    #expect(try await bench.findings().isEmpty)
  }

  @Test(arguments: [(".gitignore", "all/"), (".gitignore", "/all"), ("all/.gitignore", "Minuta")])
  func `a folder that git leaves out as a whole is no problem`(
    file: String,
    line: String
  ) async throws {
    let bench = try DoctorFixture(in: "all/Minuta")
    try bench.save(Fixture.record())
    try bench.write("", to: ".git/HEAD")
    try bench.write(line, to: file)
    #expect(try await bench.findings().isEmpty)
  }

  @Test func `in Dropbox the folder to ignore is named`() async throws {
    let bench = try DoctorFixture(in: "Dropbox/Minuta")
    try bench.save(Fixture.record())
    let found = try await bench.findings()
    let folder = bench.folder.path + "/Dropbox/Minuta/.minuta.nosync"
    #expect(found.map(\.problem) == [.notIgnored(by: .dropbox, at: folder)])
    #expect(found.first?.remedy == nil)
  }
}
