import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// What is done outside the records.
@Suite(.timeLimit(.minutes(5))) struct OutsideTests {
  @Test(arguments: [
    (#""$5 ${x}\n""#, "$5 ${x}\n"),
    (#"{"a":[1,2.50]}"#, "{\n  \"a\": [\n    1,\n    2.50\n  ]\n}\n"),
    ("null", "null\n"),
  ])
  func `a file gets a text as it is, and any other value as JSON`(
    _ content: String,
    _ expected: String
  ) async throws {
    let bench = try MinutaBench()
    let file = bench.home.path + "/out file"
    let with = #"{"path":"~/out file","content":\#(content)}"#
    let outcome = try await bench.outcome(["run", "WriteFile", "--with", with])
    #expect(outcome["value"]?["path"] == .string(file))
    #expect(try bench.home.text(of: "out file") == expected)
    let dry = try await bench.run("run", "WriteFile", "--with", with, "--dry-run")
    #expect(dry.output.hasSuffix("bytes to '~/out file'. Dry run: nothing was written.\n"))
  }

  @Test func `what is there keeps its rights, and what a link leads to is written`() async throws {
    let bench = try MinutaBench()
    try await bench.shell("echo old > real; chmod 640 real; ln -s real link")
    let with = #"{"path":"~/link","content":"new"}"#
    #expect(try await bench.run("run", "WriteFile", "--with", with).status == 0)
    #expect(try await bench.shell("cat real; stat -c %a real; readlink link") == "new640\nreal\n")
  }

  @Test(arguments: ["/nowhere/x", "/", "/proc/x"])
  func `a file that cannot be written is named, and nothing is left`(_ path: String) async throws {
    let bench = try MinutaBench()
    let with = #"{"path":"\#(path)","content":"x"}"#
    let result = try await bench.run("run", "WriteFile", "--with", with)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("minuta: Cannot write '\(path)': "))
  }

  @Test func `no file is written over MCP, also not by a workflow`() async throws {
    let bench = try await WorkflowBench.make()
    try bench.install(example: "weekly_summary")
    let talk = try bench.talk()
    try talk.ask(1, "tools/list", ["_meta": PluginBench.meta])
    let tools = try await talk.reply(to: 1)["result"]?["tools"]?.array?.compactMap {
      $0["name"]?.string
    }
    #expect(tools?.contains("Notify") == true)
    #expect(tools?.contains("WriteFile") == false)
    #expect(tools?.contains("weekly_summary") == false)
    _ = try await talk.finish()
  }
}
