import Foundation
import MinutaDesktop
import MinutaTestSupport
import Testing

extension ProgramTests {
  /// Checks generated configurations with the checkers that i3 and sway provide.
  @Suite(.timeLimit(.minutes(10)))
  struct HostConfigurationTests {
    private let folder: TemporaryDirectory

    init() throws {
      folder = try TemporaryDirectory()
    }

    @Test(.requires("i3"))
    func `D64 i3 accepts the configuration`() async throws {
      for map in try [KeyMap.everyModifier, .everyKey] {
        let result = try await i3(configuration("i3", map))
        #expect(result.status == 0, "\(result)")
        #expect(result.errors + result.output == "")
      }
      #expect(try await i3("bindsym Mod4+\n").status == 1)
    }

    @Test(.requires("sway"))
    func `D64 sway accepts the configuration and knows every key name`() async throws {
      for map in try [KeyMap.everyModifier, .everyKey] {
        let result = try await sway(configuration("sway", map))
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.errors.contains("Error"), "\(result.errors)")
      }
      #expect(try await sway("bindsym Mod4+Retrun exec x\n").status == 1)
    }

    @Test(.requires("awesome"))
    func `D64 awesome accepts the configuration`() async throws {
      for map in try [KeyMap.everyModifier, .everyKey] {
        let result = try await awesome(configuration("awesome", map))
        #expect(result.status == 0, "\(result)")
      }
      #expect(try await awesome("root.keys(\n").status != 0)
    }

    private func awesome(_ text: String) async throws -> ChildProcess.Result {
      let file = try folder.write(text, to: "rc.lua")
      return try await TestPrograms.run(
        "/usr/bin/env",
        ["awesome", "-k", "-c", file],
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
      )
    }

    @Test(.requires("xmllint"), arguments: ["labwc", "openbox"])
    func `D64 an XML parser finds the exact commands`(host: String) async throws {
      let file = try folder.write(
        "<keyboard>\n\(configuration(host, .everyModifier))</keyboard>\n",
        to: "rc.xml"
      )
      let result = try await TestPrograms.run(
        "/usr/bin/env",
        ["xmllint", "--xpath", "//command/text()", file],
        environment: ["PATH": "/usr/bin:/bin"]
      )
      let slugs = try KeyMap.everyModifier.keys.map(\.slug)
      #expect(result.output == slugs.map { "/usr/bin/minuta key \($0)\n" }.joined())
    }

    @Test func `D64 a shell reads the lines for river and GNOME as they are meant`() async throws {
      for (host, verb) in [("river", "riverctl"), ("gnome", "gsettings")] {
        let script = verb + "() { printf '<%s>' \"$@\"; echo; }\n"
        let file = try folder.write(script + configuration(host, .everyModifier), to: "script.sh")
        let result = try await TestPrograms.run("/bin/sh", [file], environment: [:])
        #expect(result.errors.isEmpty)
        try expectSnapshot(result.output, "keys-\(host)-words.txt")
      }
    }

    private func configuration(_ host: String, _ map: KeyMap) throws -> String {
      try KeyBindingGenerators.named(host)
        .configuration(of: map, program: ProgramPath("/usr/bin/minuta"))
    }

    private func i3(_ text: String) async throws -> ChildProcess.Result {
      let file = try folder.write("# i3 config file (v4)\n" + text, to: "i3.conf")
      let program = try #require(TestPrograms.installed("i3"))
      return try await TestPrograms.run(
        program,
        ["-C", "-c", file],
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
      )
    }

    private func sway(_ text: String) async throws -> ChildProcess.Result {
      let file = try folder.write(text, to: "sway.conf")
      let runtime = folder.path + "/runtime"
      try FileManager.default.createDirectory(
        atPath: runtime,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
      let check = ["sway", "-C", "-c", file]
      // sway refuses to run as root, so run it in a user namespace with another user id.
      let mapped = ["unshare", "--user", "--map-user=1000"]
      return try await TestPrograms.run(
        "/usr/bin/env",
        geteuid() == 0 ? mapped + check : check,
        environment: [
          "HOME": folder.path, "PATH": "/usr/bin:/bin", "WLR_BACKENDS": "headless",
          "XDG_RUNTIME_DIR": runtime,
        ]
      )
    }
  }
}
