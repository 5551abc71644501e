import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests keys that are pressed at the same time, and while another program holds the store's lock.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyContentionTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try fixture.home.write(
      """
      {"minuta": 1, "debounceMs": 60000, "keys": {
        "more": {"press": "LOGO+m", "call": {"intent": "StartTimer", "with": {"parallel": true}}},
        "work": {"press": "LOGO+w", "call": {"intent": "LogTime", "with": {"tag": "Work", "duration": "1m"}}}
      }}
      """,
      to: ".config/minuta/keymap.json"
    )
  }

  private var ready: String { fixture.home.path + "/ready" }

  private var log: String {
    (try? fixture.home.text(of: ".local/state/minuta/minuta.log")) ?? ""
  }

  /// The number of processes of this test's program.
  private var processCount: Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { $0.allSatisfy(\.isNumber) }.count { id in
      let line = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)
      return line?.hasPrefix(program) == true
    }
  }

  private func inSway(_ body: (SwaySession) async throws -> Void) async throws {
    let printed = try await fixture.runProcess(["keys", "sway"], of: program)
    try #require(printed.status == 0, "\(printed)")
    let environment = fixture.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "", "SHELL": "/bin/sh",
    ]) { $1 }
    try await SwaySession.run(
      printed.output + "bindsym Pause exec touch \(ready)\n",
      in: fixture.home,
      environment: environment,
      body
    )
  }

  @Test(.requires("sway", "wtype"))
  func `D68 a key pressed on two keyboards at once starts one timer, and two keys do both`()
    async throws
  {
    try await inSway { session in
      // Each press comes from a virtual keyboard of its own.
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try await session.press("super+m") } }
        group.addTask { try await session.press("super+w") }
        try await group.waitForAll()
      }
      try await wait(for: "both keys") { log.contains("Started ") && log.contains("Logged ") }
      try await wait(for: "end of the presses") { processCount == 0 }
      #expect(try fixture.records().count == 2, "\(log)")
    }
  }

  @Test(.requires("sway", "wtype"))
  func `a press while the store is locked is made when the lock is free`() async throws {
    _ = try await fixture.run("start", "Other")
    _ = try await fixture.run("stop")
    try await inSway { session in
      let holder = try await fixture.lockHolder()
      try await session.press("super+w")
      try await wait(for: "waiting press") { processCount == 1 }
      try await session.press("super+w")
      #expect(try fixture.records().count == 1)
      holder.end()
      try await wait(for: "record") { try fixture.records().count == 2 }
      try await wait(for: "end of the press") { processCount == 0 }
      #expect(try fixture.records().count == 2)
      #expect(log.split(separator: "\n").count == 1, "\(log)")
    }
  }

  @Test func `a press is reported if the store stays locked`() async throws {
    _ = try await fixture.run("start", "Other")
    let holder = try await fixture.lockHolder()
    let result = try await fixture.runProcess(["key", "work"], of: program)
    holder.end()
    #expect(result.status == 4, "\(result)")
    #expect(log.contains(" error app: Key pressed (outcome=") && log.contains("flock"), "\(log)")
    #expect(try fixture.records().count == 1)
  }
}
