import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

struct KeyMapFileTests {
  private let home: TemporaryDirectory
  private let file: String

  init() throws {
    home = try TemporaryDirectory()
    let text = try PackageDirectory.text(of: "Examples/keymap.json")
    file = try home.write(text, to: "config/minuta/keymap.json")
    try permit(0o755, "config")
    try permit(0o755, "config/minuta")
    try permit(0o644, "config/minuta/keymap.json")
  }

  private func permit(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode],
      ofItemAtPath: "\(home.path)/\(name)"
    )
  }

  @Test func `the user's own key map is loaded`() throws {
    let map = try KeyMap.load(file, home: home.path)
    #expect(map.keys.count == 4)
    #expect(map.file == file)
  }

  @Test(arguments: ["none.json", "config/minuta/keymap.json/none"])
  func `a missing key map is reported with its path`(name: String) {
    let file = "\(home.path)/\(name)"
    let error = #expect(throws: Failure.keyMapNotFound(file)) {
      try KeyMap.load(file, home: home.path)
    }
    #expect(error?.kind == .badInput)
    #expect(error?.code == "keyMapNotFound")
    #expect(error?.message.contains("'\(file)'") == true)
  }

  @Test func `a folder is rejected as a key map`() {
    let error = #expect(throws: Failure.self) {
      try KeyMap.load(home.path + "/config", home: home.path)
    }
    #expect(error?.code == "unreadableKeyMap")
    #expect(error?.message.hasSuffix(": Is a directory.") == true)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a named pipe is rejected without blocking`() throws {
    let pipe = "\(home.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: Failure.self) { try KeyMap.load(pipe, home: home.path) }
  }

  @Test(arguments: ["config", "config/minuta", "config/minuta/keymap.json"])
  func `B53 a key map that other users can write is rejected`(name: String) throws {
    try permit(0o777, name)
    let untrustedPath = "\(home.path)/\(name)"
    let error = #expect(throws: Failure.insecureKeyMap(file, untrustedPath: untrustedPath)) {
      try KeyMap.load(file, home: home.path)
    }
    #expect(error?.kind == .badInput)
    #expect(error?.message.contains("'\(untrustedPath)'") == true)
  }

  @Test(.requiresRoot)
  func `B53 a key map of another user is rejected`() throws {
    try #require(chown(file, 12_345, 12_345) == 0)
    #expect(throws: Failure.insecureKeyMap(file, untrustedPath: file)) {
      try KeyMap.load(file, home: home.path)
    }
  }

  @Test func `B53 the target of a symbolic link is checked`() throws {
    let link = "\(home.path)/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try KeyMap.load(link, home: home.path).keys.count == 4)
    try permit(0o777, "config")
    #expect(throws: Failure.insecureKeyMap(link, untrustedPath: "\(home.path)/config")) {
      try KeyMap.load(link, home: home.path)
    }
  }
}
