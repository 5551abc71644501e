import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests parameters that have the name of a flag of the program.
@Suite(.timeLimit(.minutes(10))) struct ParameterFlagTests {
  private let workflows: WorkflowFixture

  /// The parameters whose flags would be those of the program.
  private static let parameters = [
    "dryRun", "help", "json", "key", "logFormat", "logLevel", "store", "yes",
  ]

  init() async throws {
    workflows = try await WorkflowFixture.make()
    var properties = JSONObject()
    for name in Self.parameters + ["color", "text", "noCache", "no-cache"] {
      properties[name] = ["type": "string"]
    }
    let parameters: JSONValue = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    let steps: JSONValue = [
      [
        "id": "a", "intent": "StartTimer",
        "with": ["tag": ["$": "/params/store", "or": ["$": "/params/text", "or": "None"]]],
      ]
    ]
    let visit = WorkflowFixture.flow(steps, ["id": "visit", "parameters": parameters])
    try workflows.install(visit)
    try workflows.fixture.home.write(visit.text(), to: "visit.json")
  }

  private var content: [String] {
    get throws { try workflows.fixture.home.content(below: "").keys.sorted() }
  }

  @Test func `these are all flags that stay the program's`() {
    #expect(GlobalFlags.reserved.sorted() == Self.parameters.map { "--\($0.kebabCased)" }.sorted())
  }

  @Test(arguments: parameters)
  func `the flag of such a parameter is refused with what to write`(name: String) async throws {
    let flag = "--\(name.kebabCased)"
    let before = try content
    for start in ["visit", "run visit", "run ./visit.json"] {
      for words in ["\(flag) Migros", "\(flag)=Migros", "--color red \(flag)"] {
        let output = try await workflows.fixture.shell("minuta \(start) \(words) 2>&1 || echo $?")
        let hasAdvice =
          output.contains("there is a parameter '\(name)'")
          && output.replacing("\\", with: "").contains(#"--with '{"\#(name)": …}'"#)
        #expect(hasAdvice, "\(start) \(words): \(output)")
        #expect(output.hasSuffix("2\n"))
      }
    }
    #expect(try content == before)
  }

  @Test(arguments: ["--store Migros", "--store=Migros", "--key Migros", "--yes"])
  func `such a flag is refused for a workflow from a pipe too`(words: String) async throws {
    let before = try content
    let script = "minuta run - \(words) <visit.json 2>&1 || echo $?"
    let output = try await workflows.fixture.shell(script)
    #expect(output.contains("is ambiguous") && output.hasSuffix("2\n"), "\(output)")
    #expect(try content == before)
  }

  @Test func `with --with, the parameter is set; before the command, the flag is the program's`()
    async throws
  {
    let fixture = workflows.fixture
    try await fixture.shell(
      """
      minuta visit --with '{"store": "Migros"}' >/dev/null
      minuta stop >/dev/null
      minuta visit --text Coop >/dev/null
      minuta --store other visit --with '{"store": "Denner"}' >/dev/null
      minuta --dry-run run ./visit.json --with '{"store": "Volg"}' >/dev/null
      """
    )
    let tags = try await fixture.run("tags", "--json=name").output
    #expect(tags.contains("Migros") && tags.contains("Coop") && !tags.contains("Denner"))
    let others = try await fixture.shell("minuta --store other tags --json=name")
    #expect(others == "[{\"name\":\"Denner\"}]\n")
  }

  @Test func `check names parameters with the same flag`() async throws {
    let output = try await workflows.fixture.shell("minuta check visit.json")
    #expect(output.contains("'noCache' and 'no-cache' have the same flag"), "\(output)")
  }

  @Test func `help shows what to write in place of the flag`() async throws {
    for words in [["help", "visit"], ["visit", "-h"], ["--help", "visit"]] {
      let help = try await workflows.run(words).output
      #expect(help.contains(#"  --with '{"store": …}'"#), "\(help)")
      #expect(help.contains("  --text TEXT") && !help.contains("--store"))
    }
    let words = try await workflows.run("completions", "words", "visit", "--").output
    #expect(words.contains("--text\n") && !words.contains("--store\n"))
  }
}
