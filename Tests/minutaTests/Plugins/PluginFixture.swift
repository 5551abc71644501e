import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// A home directory with plugins, most of them servers that misbehave as real ones do.
struct PluginFixture {
  static let python = TestPrograms.installed("python3")

  /// The `_meta` member of every request in the protocol revision without a handshake.
  static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  let fixture: MinutaFixture

  /// Runs a test with plugins and checks that none of their processes is left afterwards.
  static func run(_ body: (PluginFixture) async throws -> Void) async throws {
    let plugins = PluginFixture(fixture: try MinutaFixture(startsProcesses: true))
    try await plugins.install()
    do {
      try await body(plugins)
    } catch {
      for process in plugins.processes { kill(process, SIGKILL) }
      throw error
    }
    try await plugins.expectNobodyLeft()
  }

  private func expectNobodyLeft() async throws {
    do {
      // A killed process remains listed until its parent has reaped it, so wait a little.
      try await wait(for: "end of \(processes)", limit: .seconds(20)) { processes.isEmpty }
    } catch {
      for process in processes { kill(process, SIGKILL) }
      throw error
    }
  }

  /// The ids of the processes that have this home's path in an argument.
  var processes: [pid_t] { processes(of: "") }

  /// Returns the ids of the processes that have this home's path and also `word` in their
  /// arguments.
  func processes(of word: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let text = String(decoding: words, as: UTF8.self)
      return text.contains(fixture.home.path) && (word.isEmpty || text.contains(word))
    }
  }

  /// Writes the file with the tools that the test server lists.
  func keep(tools: [JSONValue]) throws {
    try fixture.home.write(JSONValue.array(tools).text(), to: "tools.json")
  }

  /// Returns the command that starts the test server; if there is a file of tools, the server lists
  /// those.
  func server(_ words: [String]) throws -> [String] {
    let tools = fixture.home.path + "/tools.json"
    let listed = FileManager.default.fileExists(atPath: tools) ? ["tools=\(tools)"] : []
    return [program] + words + listed + ["record=\(fixture.home.path)/record"]
  }

  /// The path of the test server.
  ///
  /// It is a small executable script, because Minuta hashes the program of a plugin, and `python3`
  /// is large.
  var program: String { fixture.home.path + "/hostile" }

  /// Writes the executable of the test server, with the Python code `more` appended.
  ///
  /// A child process writes it: a file that any process still holds open for writing can't be
  /// executed.
  func install(adding more: String = "") async throws {
    let script = PackageDirectory.path + "/Tests/minutaTests/Plugins/hostile.py"
    let python = try #require(Self.python)
    try await fixture.shell(
      """
      { echo "#!$('\(python)' -c 'import sys; print(sys.executable)') -IS"; cat '\(script)'; echo '\(more)'; } > hostile.new
      chmod 755 hostile.new; mv hostile.new hostile
      """
    )
  }

  /// Adds a test server as a plugin.
  @discardableResult
  func add(
    _ name: String = "demo",
    _ words: [String] = [],
    flags: [String] = ["--allow-all"]
  ) async throws -> ChildProcess.Result {
    let added = try await fixture.run(
      ["plugin", "add", name] + flags + ["--"] + (try server(words))
    )
    try #require(added.status == 0, "\(added.errors)\(added.output)")
    return added
  }

  private func file(_ name: String) -> String { ".config/minuta/plugins/\(name).json" }

  /// Changes the manifest file of a plugin directly, not with `minuta plugin`.
  func edit(_ name: String = "demo", _ change: (inout JSONObject) -> Void) throws {
    let json = try JSONValue(parsing: fixture.home.text(of: file(name)))
    var manifest = try #require(json.object)
    change(&manifest)
    try write(manifest, as: name)
  }

  /// Writes a manifest under a name, which becomes the plugin's name.
  func write(_ manifest: JSONObject, as name: String) throws {
    var manifest = manifest
    manifest["plugin"] = .string(name)
    let path = try fixture.home.write(JSONValue.object(manifest).text(), to: file(name))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  func manifest(_ name: String = "demo") throws -> JSONObject {
    try #require(try JSONValue(parsing: fixture.home.text(of: file(name))).object)
  }

  /// Sets short timeouts in a plugin's manifest, in milliseconds, so that no test waits long.
  func limit(_ name: String = "demo", start: Int = 5000, call: Int = 20_000, stop: Int = 200) throws
  {
    try edit(name) { manifest in
      manifest["timeouts"] = [
        "startMs": .number(JSONNumber(start)), "callMs": .number(JSONNumber(call)),
        "stopMs": .number(JSONNumber(stop)),
      ]
    }
  }

  /// Calls a tool from the command line and returns the outcome.
  func call(_ id: String, _ values: JSONValue = [:]) async throws -> JSONValue {
    try await fixture.outcome(["run", id, "--with", values.text()])
  }

  /// The messages that the test server received, as it recorded them.
  var record: [JSONValue] {
    get throws {
      try fixture.home.text(of: "record").split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
    }
  }
}

extension PluginFixture {
  /// Returns an MCP client that can show questions to the user.
  func clientWithElicitation() throws -> RPCTestClient {
    let rpcClient = try RPCTestClient(fixture)
    try rpcClient.sendRequest(
      0,
      "initialize",
      ["protocolVersion": "2025-11-25", "capabilities": ["elicitation": [:]]]
    )
    return rpcClient
  }
}
