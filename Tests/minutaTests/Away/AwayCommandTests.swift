import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `Away` and `Back` with the real program: the file, other sources, and processes at once.
@Suite(.timeLimit(.minutes(5))) struct AwayCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private static let file = ".local/state/minuta/away.json"

  private func state() throws -> JSONValue {
    try JSONValue(parsing: fixture.home.text(of: Self.file))
  }

  @Test func `an absence is in a private file, and never in the data folder`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-30m")
    let before = try fixture.content()
    #expect(try await fixture.run("away", "--idle", "20m").status == 0)
    // Swift 6.3 crashes on both expressions in one line, if optimized for the address sanitizer.
    let state = try state()
    let departure = try #require(state["departure"])
    #expect(departure["boot"]?.string?.isEmpty == false && departure["bootedAt"] != nil)
    let path = "\(fixture.home.path)/\(Self.file)"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let back = try await fixture.outcome(["back"])
    #expect(back["value"]?["away"]?["from"] == departure["at"])
    #expect(try self.state()["departure"] == nil)
    #expect(try fixture.content() == before)
    #expect(try await fixture.run("undo").output.hasPrefix("Undid 'start'"))
  }

  @Test func `no file is left when nothing ran`() async throws {
    _ = try await fixture.run("away", "--at", "-20m")
    #expect(try await fixture.run("back").output.contains("no timer ran."))
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/\(Self.file)"))
  }

  @Test func `of many calls at once, one ends the absence`() async throws {
    _ = try await fixture.run("start", "Work")
    _ = try await fixture.run("away", "--at", "-20m")
    let ended = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<12 {
        group.addTask { try await fixture.outcomeInCrowd(["back"])["value"]?["away"] != nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(ended == 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for minutes in 1...12 {
        group.addTask { _ = try await fixture.runProcess(["away", "--idle", "\(minutes)m"]) }
      }
      try await group.waitForAll()
    }
    #expect(try state()["departure"]?["at"] != nil)
  }

  @Test(arguments: ["{", "[]", "\0\0", #"{"absences": [{"from": 1}], "departure": {"at": "x"}}"#])
  func `a damaged file counts as no absence`(content: String) async throws {
    _ = try await fixture.run("start", "Work")
    try fixture.home.write(content, to: Self.file)
    #expect(try await fixture.run("status").status == 0)
    #expect(try await fixture.run("back").output.hasPrefix("You weren't away."))
    #expect(try await fixture.run("away").output.hasPrefix("Noted that you left at "))
    #expect(try state()["departure"]?["at"] != nil)
  }

  @Test(.requiresOrdinaryUser)
  func `an absence that can't be saved is an error`() async throws {
    try fixture.home.write("", to: ".local/state")
    let result = try await fixture.run("away")
    #expect(result.status == 1)
    #expect(result.errors.contains("Can't write") && result.errors.contains("minuta"))
  }

  @Test(arguments: [("soon", false), ("10m", true), ("0m", true), ("1.5h", true)])
  func `the setting is a duration`(text: String, isValid: Bool) async throws {
    let result = try await fixture.run("config", "set", "away.atLeast", text)
    #expect((result.status == 0) == isValid, "\(result.errors)")
    #expect(try await fixture.run("config", "set", "away.ask", "aloud").status != 0)
  }
}
