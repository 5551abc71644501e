import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// A home directory with workflows and a `notify-send` that records the notifications.
struct WorkflowFixture {
  let fixture: MinutaFixture

  /// Creates a fixture.
  ///
  /// - Parameter hangs: whether `notify-send` hangs, so that every notification times out.
  static func make(hangs: Bool = false) async throws -> WorkflowFixture {
    let fixture = try MinutaFixture()
    let script = """
      #!/bin/sh
      printf "%s\\n" "$*" >> "$HOME/notes"
      \(hangs ? "exec sleep 120" : "")

      """
    try await fixture.home.writeExecutable(script, to: "bin/notify-send")
    return WorkflowFixture(fixture: fixture)
  }

  var environment: [String: String] { ["PATH": fixture.home.path + "/bin:/usr/bin:/bin"] }

  /// The recorded notifications, one on each line.
  var notes: String { (try? fixture.home.text(of: "notes")) ?? "" }

  private static let folder = ".config/minuta/intents"

  func install(_ json: JSONValue) throws {
    let id = json["id"]?.string ?? ""
    let path = try fixture.home.write(json.text(), to: "\(Self.folder)/\(id).json")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// Installs the example workflow with this name.
  func install(example: String) throws {
    try install(JSONValue(parsing: PackageDirectory.text(of: "Examples/workflows/\(example).json")))
  }

  func run(_ words: [String], input: String = "") async throws -> ChildProcess.Result {
    try await fixture.run(words, input: input, environment: environment)
  }

  func run(_ words: String...) async throws -> ChildProcess.Result { try await run(words) }

  /// Runs a command with `--json` and returns the outcome that it prints.
  func outcome(_ words: String..., input: String = "") async throws -> JSONValue {
    try JSONValue(parsing: try await run(words + ["--json"], input: input).output)
  }

  /// Starts `minuta` with these arguments and doesn't wait for it.
  func start(_ words: String...) throws -> ChildProcess {
    let all = fixture.environment.merging(environment) { $1 }
    return try ChildProcess(TestPrograms.minuta, words, environment: all)
  }

  /// Starts `minuta rpc` and returns a client of it.
  func rpcClient() throws -> RPCTestClient {
    let all = fixture.environment.merging(environment) { $1 }
    return try RPCTestClient(TestPrograms.minuta, ["rpc", "--tools", "all"], environment: all)
  }

  /// Returns the lines of a run's trace file; the default is the last run.
  func trace(_ id: String = "last") async throws -> [JSONValue] {
    try await run("trace", id, "--json").output.split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
  }

  /// Returns the content of each trace file of a hook.
  func hookTraces() throws -> [String] {
    let files = try fixture.home.content(below: ".local/state/minuta/traces")
    return files.filter { $0.key.contains("-hook") }.sorted { $0.key < $1.key }
      .map { String(decoding: ($0.value ?? nil) ?? Data(), as: UTF8.self) }
  }

  /// An `onError` rule that retries a failed step after an hour, so that the workflow waits longer
  /// than any test.
  static let late: JSONValue = ["retry": ["max": 1, "delayMs": 3_600_000]]

  static func flow(_ steps: JSONValue, _ members: JSONObject = [:]) -> JSONValue {
    let plain: JSONObject = ["minuta": 1, "id": "flow", "title": "Flow", "steps": steps]
    return .object(plain.merging(members))
  }

  /// Returns a workflow that runs as a hook on an event.
  static func hook(
    _ event: JSONValue,
    _ phase: JSONValue,
    _ steps: JSONValue,
    _ members: JSONObject = [:]
  ) -> JSONValue {
    let hook: JSONObject = ["id": "hook", "hook": ["event": event, "phase": phase]]
    return flow(steps, hook.merging(members))
  }
}
