import Foundation
import Glibc
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests the checks of the files that decide which programs run; another user may have changed such
/// a file.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginTrustTests {
  private static let files = [
    ("plugins/demo.json", ["demo__echo"]), ("plugins/demo.json", ["plugin", "run", "demo"]),
    ("plugins/demo.json", ["plugin", "update", "demo"]), ("settings.json", ["status"]),
    ("keymap.json", ["key", "echo"]),
  ]

  private func prepare(_ plugins: PluginFixture) async throws {
    try await plugins.add()
    try plugins.fixture.home.write(#"{"minuta": 1}"#, to: ".config/minuta/settings.json")
    let call = #"{"press": "LOGO+e", "call": {"intent": "demo__echo"}}"#
    try plugins.fixture.home.write(
      #"{"minuta": 1, "debounceMs": 1, "keys": {"echo": \#(call)}}"#,
      to: ".config/minuta/keymap.json"
    )
    for (file, _) in Self.files {
      chmod("\(plugins.fixture.home.path)/.config/minuta/\(file)", 0o600)
    }
  }

  private func expectRefusal(
    _ plugins: PluginFixture,
    _ words: [String],
    of file: String,
    because untrustedPath: String
  ) async throws {
    let before = try plugins.record.count
    let result = try await plugins.fixture.runProcess(words)
    #expect(result.status != 0)
    #expect(result.errors.contains("/.config/minuta/\(file)'"), "\(result.errors)")
    #expect(result.errors.contains("'\(untrustedPath)'"), "\(result.errors)")
    #expect(try plugins.record.count == before)
  }

  @Test(arguments: files)
  func `B53 a file that another user can write or replace is refused and named`(
    file: String,
    words: [String]
  ) async throws {
    try await PluginFixture.run { plugins in
      try await prepare(plugins)
      if words != ["plugin", "run", "demo"] {
        #expect(try await plugins.fixture.run(words).status == 0)
      }
      let path = "\(plugins.fixture.home.path)/.config/minuta/\(file)"
      for place in [path, (path as NSString).deletingLastPathComponent, plugins.fixture.home.path] {
        let former = try #require(try FileStatus.of(place)).permissions
        chmod(place, former | 0o002)
        try await expectRefusal(plugins, words, of: file, because: place)
        chmod(place, former)
      }
    }
  }

  @Test(.requiresRoot, arguments: files)
  func `B53 a file of another user is refused and named`(
    file: String,
    words: [String]
  ) async throws {
    try await PluginFixture.run { plugins in
      try await prepare(plugins)
      let path = "\(plugins.fixture.home.path)/.config/minuta/\(file)"
      #expect(chown(path, 65_534, 65_534) == 0)
      try await expectRefusal(plugins, words, of: file, because: path)
    }
  }

  @Test func `B53 a refused manifest affects only its own intents`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      try await plugins.add("other")
      chmod("\(plugins.fixture.home.path)/.config/minuta/plugins/demo.json", 0o666)
      #expect(try await plugins.call("other__echo")["status"] == "ok")
      let listed = try await plugins.fixture.run("plugin", "list")
      #expect(listed.status == 1)
      #expect(listed.output.contains("other__echo") && !listed.output.contains("demo__"))
      #expect(listed.errors.contains("demo.json"))
      let intents = try await plugins.fixture.run("intents")
      #expect(intents.output.contains("other__echo") && !intents.output.contains("demo__"))
    }
  }

  @Test(arguments: ["hostile", "./hostile", "python3"])
  func `B53 the program of a manifest is an absolute path`(command: String) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      try plugins.edit { manifest in
        var server = manifest["mcp"]?.object ?? JSONObject()
        server["command"] = .string(command)
        manifest["mcp"] = .object(server)
      }
      let before = try plugins.record.count
      let result = try await plugins.fixture.run("demo__echo")
      #expect(result.status == 2)
      #expect(
        result.errors.contains("'command' in 'mcp' must be an absolute path"),
        "\(result.errors)"
      )
      #expect(try plugins.record.count == before)
    }
  }

  @Test func `B53 a program on the PATH is stored by its absolute path, which is shown`()
    async throws
  {
    try await PluginFixture.run { plugins in
      let home = plugins.fixture.home.path
      let path = ["PATH": "\(home)/nothing:\(home):/usr/bin:/bin"]
      let words = ["plugin", "add", "demo", "--allow-all", "--"] + (try plugins.server([]))
      let typed = words.map { $0 == plugins.program ? "hostile" : $0 }
      let result = try await plugins.fixture.run(typed, environment: path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("Its program is '\(plugins.program)'."))
      #expect(try plugins.manifest()["mcp"]?["command"] == .string(plugins.program))
      #expect(try await plugins.call("demo__echo")["status"] == "ok")
    }
  }

  @Test(arguments: [
    ("nosuch", "There is no program 'nosuch' on the PATH. Give the full path"),
    (
      "hostile", "'hostile' on the PATH. Give the full path of the plugin's program (did you mean '"
    ),
  ])
  func `B53 a program without a slash that isn't on the PATH is refused`(
    program: String,
    sentence: String
  ) async throws {
    try await PluginFixture.run { plugins in
      let output = try await plugins.fixture.shell(
        "minuta plugin add demo --allow-all -- \(program) 2>&1 || echo \"exit $?\""
      )
      #expect(output.contains(sentence) && output.contains("exit 2"), "\(output)")
      #expect(try await plugins.fixture.run("plugin", "list").output.contains("no plugins"))
    }
  }

  @Test(arguments: [
    ("", "Invalid JSON"), ("[]", "object"), ("{", ":1: "), (#"{"minuta": 2}"#, ":1: "),
    (#"{"minuta": 1, "mnuta": 1}"#, ":1: "),
  ])
  func `B53 an invalid manifest is named and left unchanged`(
    text: String,
    says: String
  ) async throws {
    try await PluginFixture.run { plugins in
      let file = try plugins.fixture.home.write(text, to: ".config/minuta/plugins/demo.json")
      chmod(file, 0o600)
      let called = try await plugins.fixture.run("demo__echo")
      #expect(called.status == 2)
      #expect(called.errors.contains(file) && called.errors.contains(says), "\(called.errors)")
      #expect(try await plugins.fixture.run("status").status == 0)
      let added = try await plugins.fixture.run(
        ["plugin", "add", "demo", "--allow-all", "--"] + plugins.server([])
      )
      #expect(added.errors.contains("The plugin 'demo' already exists"), "\(added.errors)")
      #expect(try plugins.fixture.home.text(of: ".config/minuta/plugins/demo.json") == text)
      #expect(try await plugins.fixture.run("plugin", "remove", "demo").status == 0)
    }
  }

  @Test(
    arguments: [
      ["startMs": 0], ["startMs": 86_400_001], ["callMs": "1"], ["stopMs": true], ["waitMs": 1],
    ] as [JSONValue]
  )
  func `B53 an invalid timeout is named`(timeouts: JSONValue) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      try plugins.edit { $0["timeouts"] = timeouts }
      let result = try await plugins.fixture.run("demo__echo")
      #expect(result.status == 2)
      #expect(result.errors.contains("demo.json:1: "), "\(result.errors)")
    }
  }
}
