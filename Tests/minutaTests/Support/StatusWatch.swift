import Foundation
import MinutaTestSupport

/// A running `minuta status --watch`, or another command that watches, whose lines go to a file.
struct StatusWatch {
  let child: ChildProcess
  private let file: String

  init(
    _ fixture: MinutaFixture,
    _ words: String...,
    command: String = "status",
    environment: [String: String] = [:]
  ) throws {
    file = "\(fixture.home.path)/lines-\(UUID().uuidString)"
    child = try ChildProcess(
      "/bin/sh",
      ["-c", #"file=$1; shift; exec "$@" > "$file""#, "sh", file, TestPrograms.minuta, command]
        + words + ["--watch"],
      environment: fixture.environment.merging(environment) { $1 }
    )
  }

  /// The complete lines that were printed so far.
  var lines: [String] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Waits until the last line contains a text.
  func waitForLine(_ text: String) async throws {
    try await wait(for: "line '\(text)' in \(lines)") { lines.last?.contains(text) == true }
  }

  /// Waits until the process sleeps, and returns how often its threads have stopped running.
  func switchesAtRest() async throws -> Int {
    var last = -1
    var count = 0
    try await wait(for: "rest") {
      let switches = try ProcessSnapshot(at: child.id).contextSwitches
      count = switches == last ? count + 1 : 0
      last = switches
      return count >= 20
    }
    return last
  }
}
