import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests the permissions of files, and the file descriptors that child processes inherit.
@Suite(.timeLimit(.minutes(10))) struct PrivacyTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `E52 an RPC server has no sockets`() async throws {
    let client = try RPCTestClient(fixture, [])
    #expect(try await client.request(1, "StartTimer")["result"]?["status"] == "ok")
    let open = try openFiles(of: client.id)
    #expect(open.count { $0.hasPrefix("pipe:") } >= 3)
    // The process may have inherited sockets of the test runner, so don't count those.
    let inherited = try openFiles(of: getpid())
    #expect(open.filter { $0.hasPrefix("socket:") }.subtracting(inherited) == [])
    _ = try await client.finish()
  }

  private func openFiles(of process: Int32) throws -> Set<String> {
    let folder = "/proc/\(process)/fd"
    let targets = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    return Set(targets)
  }

  /// Returns the files at and below `name` that other users may access, with their permissions.
  private func openToOthers(_ name: String) throws -> [String] {
    let root = "\(fixture.home.path)/\(name)"
    let names = try FileManager.default.subpathsOfDirectory(atPath: root)
    return try ([root] + names.map { "\(root)/\($0)" }).compactMap { path in
      let status = try #require(try FileStatus.of(path, following: false))
      // An image in the trash keeps its permissions; the trash directory itself is private.
      if path.hasSuffix(".gif") { return nil }
      let wanted: UInt32 = status.kind == .directory ? 0o700 : 0o600
      if status.permissions == wanted { return nil }
      return "\(path) \(String(status.permissions, radix: 8))"
    }
  }

  @Test(arguments: ["000", "022", "077"])
  func `E53 private files are accessible only to the user, whatever the umask`(mask: String)
    async throws
  {
    try fixture.home.write(try PackageDirectory.text(of: "Examples/keymap.json"), to: "keymap.json")
    try await fixture.shell(
      """
      umask \(mask)
      minuta log Work 30m --comment secret --key once
      printf 'GIF89a\\1\\0\\1\\0\\0\\0\\0;' > image.gif
      minuta image-attach image.gif last
      minuta delete last
      minuta undo
      minuta image-attach image.gif last
      minuta image-remove last 0
      minuta delete last
      minuta log Work 30m
      minuta tag-rename Work Play
      minuta undo
      minuta storage "$HOME/other"
      mv keymap.json .config/minuta; chmod 600 .config/minuta/keymap.json
      minuta key start-work
      """
    )
    #expect(try fixture.home.content().keys.contains { $0.contains("/trash/") })
    #expect(try openToOthers("store/.minuta.nosync") == [])
    #expect(try openToOthers(".config") == [])
    #expect(try openToOthers(".local") == [])
    let lock = try FileStatus.of(fixture.store + "/.minuta.writelock.nosync")
    #expect(lock?.permissions == 0o600)
  }

  @Test(arguments: [
    ["summary", "all", "--json"], ["summary", "all"], ["summary", "all", "--group-by", "day,tag"],
    ["status", "waybar"], ["tags", "--json"], ["storage", "--json"],
    ["keys", "i3"],
  ])
  func `E54 a result contains only the requested records`(words: [String]) async throws {
    try fixture.home.write(
      try PackageDirectory.text(of: "Examples/keymap.json"),
      to: ".config/minuta/keymap.json"
    )
    _ = try await fixture.run("log", "Work", "30m", "--comment", "the secret")
    _ = try await fixture.run("start", "Email", "--comment", "the secret")
    let result = try await fixture.run(words)
    #expect(result.status == 0)
    #expect(result.output.contains("secret") == false)
    #expect(result.errors.isEmpty)
  }
}
