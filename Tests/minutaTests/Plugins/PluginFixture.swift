import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// A home with plugins in it, most of them the server that does what real ones do wrong.
struct PluginFixture {
  static let python = TestPrograms.installed("python3")
  /// Why there can be none; nil where there can.
  static let obstacle = python == nil ? "python3 is not installed" : nil

  /// What every request of the era without a handshake says.
  static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  let fixture: MinutaFixture

  /// Does something with plugins, of whose processes none may be left after.
  static func run(_ body: (PluginFixture) async throws -> Void) async throws {
    let plugins = PluginFixture(fixture: try MinutaFixture())
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
      // What was killed is there until it has been waited for.
      try await wait(for: "end of \(processes)", limit: .seconds(20)) { processes.isEmpty }
    } catch {
      for process in processes { kill(process, SIGKILL) }
      throw error
    }
  }

  /// The processes that have this home in one of their words.
  var processes: [pid_t] { processes(of: "") }

  /// Those of them that have another word as well.
  func processes(of word: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      let text = String(decoding: words, as: UTF8.self)
      return text.contains(fixture.home.path) && (word.isEmpty || text.contains(word))
    }
  }

  /// The file of the tools that a server lists.
  func keep(tools: [JSONValue]) throws {
    try fixture.home.write(JSONValue.array(tools).text(), to: "tools.json")
  }

  /// The words that start a server; it lists the tools that were kept, where there are some.
  func server(_ words: [String]) throws -> [String] {
    let tools = fixture.home.path + "/tools.json"
    let listed = FileManager.default.fileExists(atPath: tools) ? ["tools=\(tools)"] : []
    return [program] + words + listed + ["record=\(fixture.home.path)/record"]
  }

  /// The server, a program of its own so that no more than it has to be hashed.
  var program: String { fixture.home.path + "/hostile" }

  /// Writes the program, with more after it.
  ///
  /// Another process does, as a program that is open for writing in this one, or in what is just
  /// being started, cannot be run.
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

  /// Adds a server as a plugin.
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

  /// Changes the manifest of a plugin by hand.
  func edit(_ name: String = "demo", _ change: (inout JSONObject) -> Void) throws {
    let json = try JSONValue(parsing: fixture.home.text(of: file(name)))
    var manifest = try #require(json.object)
    change(&manifest)
    try write(manifest, as: name)
  }

  /// Keeps a manifest under a name, which becomes its own.
  func write(_ manifest: JSONObject, as name: String) throws {
    var manifest = manifest
    manifest["plugin"] = .string(name)
    let path = try fixture.home.write(JSONValue.object(manifest).text(), to: file(name))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  func manifest(_ name: String = "demo") throws -> JSONObject {
    try #require(try JSONValue(parsing: fixture.home.text(of: file(name))).object)
  }

  /// Sets how long the server may take, in milliseconds, so that nothing waits long.
  func limit(_ name: String = "demo", start: Int = 5000, call: Int = 20_000, stop: Int = 200) throws
  {
    try edit(name) { manifest in
      manifest["timeouts"] = [
        "startMs": .number(JSONNumber(start)), "callMs": .number(JSONNumber(call)),
        "stopMs": .number(JSONNumber(stop)),
      ]
    }
  }

  /// The outcome of calling a tool from the command line.
  func call(_ id: String, _ values: JSONValue = [:]) async throws -> JSONValue {
    try await fixture.outcome(["run", id, "--with", values.text()])
  }

  /// What the server was sent, message by message.
  var record: [JSONValue] {
    get throws {
      try fixture.home.text(of: "record").split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
    }
  }
}
