import JSONText
import MinutaTestSupport
import Testing

/// Tests what Minuta says about programs that aren't servers, and about plugins that aren't there.
@Suite(.timeLimit(.minutes(10))) struct PluginAdviceTests {
  private let workflows: WorkflowFixture

  init() async throws { workflows = try await WorkflowFixture.make() }

  @Test(
    arguments: [
      ("exit 0", 0, "it exited with code 0."), ("exit 3", 3, "it exited with code 3."),
      ("echo Hello; exit 0", 0, "it exited with code 0."),
      (
        "echo 'No key' >&2; exit 1", 1, "it exited with code 1; its last error output was 'No key'."
      ),
      ("kill -9 $$", nil, "it was killed by signal 9."),
    ] as [(String, Int?, String)]
  )
  func `a program that never speaks MCP is named as no server`(
    script: String,
    code: Int?,
    reason: String
  ) async throws {
    let added = try await workflows.run(
      "plugin",
      "add",
      "demo",
      "--allow-all",
      "--json",
      "--",
      "/bin/sh",
      "-c",
      script
    )
    let error = try JSONValue(parsing: added.output)["error"]
    #expect(error?["code"] == "notMCPServer")
    #expect(
      error?["message"]
        == .string(
          "The plugin 'demo' failed: it isn't an MCP server, or can't start as one: \(reason)"
        )
    )
    #expect(error?["data"]?["exitCode"]?.integer == code)
    #expect(try await workflows.run("plugin", "list").output.contains("There are no plugins."))
  }

  @Test func `adding a plugin names the parameters whose flags are the program's`() async throws {
    try await PluginFixture.run { plugins in
      let properties: JSONValue = ["key": ["type": "string"], "size": ["type": "string"]]
      let schema: JSONValue = ["type": "object", "properties": properties]
      try plugins.keep(tools: [["name": "t", "inputSchema": schema]])
      let added = try await plugins.add("demo", [])
      #expect(added.output.contains("--with '{\"key\": …}'") && !added.output.contains("size"))
    }
  }

  private static let sentence =
    "The plugin 'habits' of the intent 'habits__Complete' isn't installed."
  private static let command = "\n  minuta plugin add habits -- PROGRAM"

  @Test func `whatever needs a plugin that isn't installed names the plugin`() async throws {
    let home = workflows.fixture.home
    let call = #"{"intent": "habits__Complete"}"#
    let flow = WorkflowFixture.flow([["id": "a", "intent": "habits__Complete"]])
    let files = [
      try home.write(call, to: "call.json"), try home.write("[\(call)]", to: "list.json"),
      try home.write("\(call)\n\(call)\n", to: "lines.jsonl"),
      try home.write(flow.text(), to: "flow.json"),
      try home.write(
        #"{"minuta": 1, "keys": {"h": {"press": "LOGO+h", "call": \#(call)}}}"#,
        to: "keymap.json"
      ),
    ]
    for file in files {
      let result = try await workflows.run("check", file)
      #expect(result.status != 0 && result.errors.lowercased().contains(Self.sentence.lowercased()))
    }
    for file in files.dropLast() {
      let result = try await workflows.run("run", file, "--text")
      #expect(result.status == 2 || file.hasSuffix("list.json"))
      let text = (result.output + result.errors).lowercased()
      #expect(text.contains(Self.sentence.lowercased()), "\(file): \(result)")
    }
    for words in [
      ["habits__Complete"], ["run", "habits__Complete"], ["intents", "habits__Complete"],
    ] {
      let result = try await workflows.run(words)
      #expect(result.status == 2 && result.errors == "minuta: \(Self.sentence + Self.command)\n")
    }
    let client = try workflows.rpcClient()
    let reply = try await client.request(1, "habits__Complete", [:])
    #expect(reply["error"]?["code"] == -32601)
    #expect(reply["error"]?["message"] == .string(Self.sentence + Self.command))
    _ = try await client.finish()
  }

  @Test func `an optional step does without its plugin`() async throws {
    let steps: JSONValue = [
      ["id": "a", "intent": "habits__Complete", "optional": true], ["id": "b", "intent": "Status"],
    ]
    let file = try workflows.fixture.home.write(WorkflowFixture.flow(steps).text(), to: "flow.json")
    #expect(try await workflows.run("run", file).status == 0)
  }

  @Test func `an alias may look like an intent of a plugin`() async throws {
    try workflows.fixture.home.write(
      #"{"minuta": 1, "aliases": {"my__day": "status"}}"#,
      to: ".config/minuta/settings.json"
    )
    #expect(try await workflows.run("my__day").output.hasPrefix("No timer is running."))
  }

  /// The shell script of an MCP server with one tool, which supports only the older protocol.
  private static let server = #"""
    #!/bin/sh
    while read -r line; do
      id=${line#*\"id\":}; id=${id%%[,\}]*}
      case $line in
      *\"initialize\"*) result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}' ;;
      *tools/list*) result='{"tools":[{"name":"Uptime","inputSchema":{"type":"object"}}]}' ;;
      *) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"no\"}}"; continue ;;
      esac
      echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$result}"
    done
    """#

  @Test func `a mistyped intent of a plugin is corrected`() async throws {
    let server = try await workflows.fixture.home.writeExecutable(Self.server, to: "machine.sh")
    let added = try await workflows.run("plugin", "add", "machine", "--allow-all", "--", server)
    try #require(added.status == 0, "\(added.errors)")
    let near = "(did you mean 'machine__Uptime'?)"
    let call = #"[{"intent": "machine__uptime"}]"#
    let file = try workflows.fixture.home.write(call, to: "call.json")
    for words in [
      ["machine__uptime"], ["machine__Uptme"], ["run", "machine__uptime"],
      ["intents", "machine__uptime"], ["check", file],
    ] {
      let result = try await workflows.run(words)
      #expect(result.status == 2 && result.errors.contains(near), "\(words): \(result)")
    }
    let other = try await workflows.run("run", "machin__Uptime")
    #expect(other.errors.contains("The plugin 'machin' of the intent 'machin__Uptime' isn't"))
    #expect(other.errors.contains("(did you mean 'machine'?)"))
  }
}
