import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests questions that a server asks at a terminal, which the program `script` emulates.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginTerminalTests {
  private func run(
    _ era: String,
    _ body: (PluginFixture) async throws -> Void
  ) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", [era])
      try await body(plugins)
    }
  }

  private func type(
    _ lines: [String],
    _ plugins: PluginFixture,
    form: JSONValue
  ) async throws -> String {
    let script = try #require(TestPrograms.installed("script"))
    let call: JSONValue = ["forms": [form]]
    let words = "demo__ask --with '\(call.text())'"
    return try await TestPrograms.run(
      script,
      ["-qec", "'\(TestPrograms.minuta)' \(words)", "/dev/null"],
      environment: plugins.fixture.environment.merging(["SHELL": "/bin/sh"]) { $1 },
      input: lines.map { $0 + "\n" }.joined()
    ).output
  }

  /// Returns the last answer that the test server received to one of its questions.
  private func lastAnswer(_ plugins: PluginFixture) throws -> JSONValue? {
    let replies = try plugins.record.compactMap { message in
      message["result"]?["action"] == nil
        ? message["params"]?["inputResponses"]?["form0"] : message["result"]
    }
    return replies.last
  }

  @Test(arguments: ["legacy", "modern"])
  func `a terminal prompts for each field in turn`(era: String) async throws {
    try await run(era) { plugins in
      let output = try await type(
        ["2", "two", "0", "", ""],
        plugins,
        form: ElicitationForms.flight
      )
      #expect(output.contains("demo: Which flight?") && output.contains("  2  Oslo"))
      let answer = try lastAnswer(plugins)
      #expect(answer == nil || answer == ["action": "decline"], "\(output)")
      _ = try await type(["2", "3", "window", "y"], plugins, form: ElicitationForms.flight)
      #expect(
        try lastAnswer(plugins) == [
          "action": "accept",
          "content": ["to": "Oslo", "seats": 3, "note": "window", "isDirect": true],
        ]
      )
      _ = try await type(["1", "3", "", ""], plugins, form: ElicitationForms.flight)
      #expect(
        try lastAnswer(plugins) == ["action": "accept", "content": ["to": "Rome", "seats": 3]]
      )
    }
  }

  @Test(arguments: ["legacy", "modern"], [("n", "decline"), ("", "decline"), ("y", "accept")])
  func `a confirmation without fields needs a yes`(
    era: String,
    answer: (line: String, action: String)
  ) async throws {
    try await run(era) { plugins in
      _ = try await type([answer.line], plugins, form: ElicitationForms.consent)
      #expect(try lastAnswer(plugins)?["action"]?.string == answer.action)
    }
  }
}
