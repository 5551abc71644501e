import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct SyncTests {
  private typealias Fixture = DoctorFixture

  @Test(arguments: [nil, "", "*.bak", "*.bak\n", "*.bak\r\n"])
  func `missing ignore patterns are added for Syncthing and git`(existing: String?) async throws {
    for (mark, file) in [(".stfolder/x", ".stignore"), (".git/HEAD", ".gitignore")] {
      let fixture = try DoctorFixture()
      try fixture.save(Fixture.record())
      try fixture.write("", to: mark)
      if let existing { try fixture.write(existing, to: file) }
      let after = try await fixture.expectRepair()
      let before = existing ?? ""
      let separator = before == "*.bak" ? "\n" : ""
      #expect(after[file] == Data("\(before)\(separator).minuta*\n".utf8))
    }
  }

  @Test(arguments: [".minuta*", "(?d).minuta*", "**/.minuta*", "(?i)(?d)**/.minuta*", "/.minuta*"])
  func `an existing ignore pattern is accepted`(line: String) async throws {
    for (mark, file) in [(".stfolder/x", ".stignore"), (".git/HEAD", ".gitignore")] {
      let fixture = try DoctorFixture()
      try fixture.write("", to: mark)
      try fixture.write("// mine\n\(line)\r\n", to: file)
      #expect(try await fixture.findings().isEmpty)
    }
  }

  @Test func `an ignore file outside the data directory is reported but not changed`() async throws
  {
    let fixture = try DoctorFixture(in: "all/Minuta")
    try fixture.save(Fixture.record())
    try fixture.write("", to: ".stfolder/x")
    let before = try fixture.files()
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == [fixture.folder.path + "/.stignore"])
    #expect(try fixture.files() == before)
    try fixture.write("(?d).minuta*\n", to: ".stignore")
    #expect(try await fixture.findings().isEmpty)
  }

  @Test(arguments: [".gitignore", "all/.gitignore", ".git/info/exclude"])
  func `ignore files of all directories up to git's root count`(file: String) async throws {
    let fixture = try DoctorFixture(in: "all/Minuta")
    try fixture.save(Fixture.record())
    try fixture.write("", to: ".git/HEAD")
    #expect(try await fixture.findings().count == 1)
    try fixture.write(".minuta*\n", to: file)
    #expect(try await fixture.findings().isEmpty)
  }

  @Test(arguments: [(".gitignore", "all/"), (".gitignore", "/all"), ("all/.gitignore", "Minuta")])
  func `a data directory that git ignores is accepted`(file: String, line: String) async throws {
    let fixture = try DoctorFixture(in: "all/Minuta")
    try fixture.save(Fixture.record())
    try fixture.write("", to: ".git/HEAD")
    try fixture.write(line, to: file)
    #expect(try await fixture.findings().isEmpty)
  }

  @Test func `the directory to ignore in Dropbox is reported`() async throws {
    let fixture = try DoctorFixture(in: "Dropbox/Minuta")
    try fixture.save(Fixture.record())
    let found = try await fixture.findings()
    let folder = fixture.folder.path + "/Dropbox/Minuta/.minuta.nosync"
    #expect(found.map(\.problem) == [.notIgnored(by: .dropbox, at: folder)])
    #expect(found.first?.remedy == nil)
  }
}
