import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Changes that other programs make to the shared files between two syncs.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct ExternalEditTests {
  private let machines: [SyncMachine]
  private let hub: SyncHub

  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    for hours in 1...3 {
      machines[0].advance(by: Double(hours) * 3600)
      _ = try await machines[0].perform("LogTime", ["tag": "Work", "duration": "10m"])
    }
    // The second sync knows the state of the folder from the first.
    for machine in machines + machines { _ = try await machine.perform("Sync") }
  }

  @Test(arguments: ["records/", "tags.json"])
  func `a file that an editor overwrites in place is found`(prefix: String) async throws {
    let path = try #require(try machines[0].files().keys.sorted().last { $0.hasPrefix(prefix) })
    let file = "\(machines[0].folder)/\(path)"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let edited = text.replacing("{\n", with: "{\n  \"mood\": \"good\",\n", maxReplacements: 1)
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.write(contentsOf: Data(edited.utf8))
    try handle.close()
    for machine in machines { _ = try await machine.perform("Sync") }
    #expect(try machines[1].files()[path] == Array(edited.utf8))
  }

  @Test(arguments: [
    "rm '%'", "mv '%' '%.txt'", #"text=$(sed 's/^{/{"mood": "x",/' '%'); echo "$text" > '%'"#,
    "touch '%'",
  ])
  func `a change by a shell arrives on the other machine`(command: String) async throws {
    let record = try #require(try machines[0].files().keys.sorted().first)
    try await hub.shell(command.replacing("%", with: "\(machines[0].folder)/\(record)"))
    for machine in machines {
      let outcome = try await machine.perform("Sync")
      #expect(outcome.status == "ok", "\(outcome)")
      #expect((outcome.sentence == "In sync.") == command.hasPrefix("touch"), "\(outcome.sentence)")
    }
    let shared = try machines[0].files().filter { !$0.key.hasSuffix(".txt") }
    #expect(try machines[1].files() == shared)
  }
}
