import Foundation
import IntentKit
import MinutaDesktop
import MinutaTestSupport
import Testing

/// Tests a picker with scripts in place of the programs.
@Suite(.timeLimit(.minutes(5))) struct ProgramPickerTests {
  private let folder: TemporaryDirectory
  private let question = PickerQuestion("Tag", rows: ["Work", "Email"], allowsTyping: true)

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func answer(
    of script: String,
    timeout: Duration = .seconds(60)
  ) async throws -> PickerAnswer? {
    try await folder.writeExecutable("#!/bin/sh\n\(script)\n", to: "dmenu")
    let program = try #require(PickerPrograms.all.first { $0.name == "dmenu" })
    let environment = ["PATH": "\(folder.path):/usr/bin:/bin", "OUT": folder.path]
    return try await ProgramPicker(program, environment: environment, timeout: timeout)
      .answer(to: question)
  }

  @Test func `the program gets the rows, and the answer is one of them`() async throws {
    let script = #"printf '%s|' "$@" > "$OUT/words"; cat > "$OUT/rows"; echo Email"#
    #expect(try await answer(of: script) == .row(1))
    #expect(try folder.text(of: "words") == "-i|-l|15|-p|Tag:|")
    #expect(try folder.text(of: "rows") == "Work\nEmail\n")
  }

  @Test(arguments: [
    "cat >/dev/null; exit 1", "exit 1", "cat >/dev/null", "echo warning >&2; exit 1",
  ])
  func `a closed picker is no answer`(script: String) async throws {
    #expect(try await answer(of: script) == nil)
  }

  @Test(arguments: [
    ("echo 'cannot open display' >&2; exit 1", "cannot open display"),
    ("echo 'cannot grab keyboard' >&2; exit 1", "cannot grab keyboard"),
    (
      "echo x >&2; echo 'Failed to set lock on pidfile: Rofi already running?' >&2; exit 1",
      "Rofi already running?"
    ),
    ("kill -SEGV $$", "signal 11"),
  ])
  func `a program that can't show a window is reported`(script: String, reason: String) async throws
  {
    let error = await #expect(throws: Failure.self) { try await answer(of: script) }
    #expect(error?.code == "pickerFailed")
    #expect(error?.message.contains(reason) == true)
  }

  @Test func `a question that stays open is closed, and no process is left`() async throws {
    let script = #"sleep 1000 & echo $$ $! > "$OUT/ids"; wait"#
    #expect(try await answer(of: script, timeout: .milliseconds(500)) == nil)
    let ids = try folder.text(of: "ids").split { $0.isWhitespace }.map(String.init)
    #expect(ids.count == 2)
    try await wait(for: "end of the processes") {
      ids.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)") }
    }
  }

  @Test func `a missing program is reported`() async throws {
    let program = try #require(PickerPrograms.all.first { $0.name == "dmenu" })
    let error = await #expect(throws: Failure.self) {
      try await ProgramPicker(program, environment: ["PATH": "/nowhere"]).answer(to: question)
    }
    let reason = "'dmenu' can't show a menu: program 'dmenu' not found in PATH. "
    #expect(error?.message.hasPrefix(reason) == true)
  }
}
