import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Files that one side of a sync has where the other has a folder, or a file that can't be shared.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncFolderConflictTests {
  private let hub: SyncHub
  private let machine: SyncMachine

  init() async throws {
    hub = try await SyncHub()
    machine = try await hub.machine(0)
    try await machine.log("Here")
    _ = try await machine.perform("Sync")
    try await hub.shell("git clone -q hub.git clone")
    for folder in ["clone", "machine0/Documents/Minuta"] {
      try await hub.shell("cd \(folder) && git config user.name A && git config user.email a")
    }
  }

  /// Runs a script in the plain clone, commits and pushes.
  private func push(_ script: String) async throws {
    try await hub.shell("cd clone && \(script)\ngit add -A && git commit -qm there && git push -q")
  }

  private func commit(_ script: String) async throws {
    try await hub.shell(
      "cd machine0/Documents/Minuta && \(script) && git add -A && git commit -qm here"
    )
  }

  private static let scripts = [
    "echo x > docs", "mkdir docs; echo 1 > docs/one; echo 2 > docs/two",
  ]

  @Test(arguments: [[0, 1], [1, 0]])
  func `a file of others in place of a folder with committed files loses none of them`(
    order: [Int]
  ) async throws {
    try await push(Self.scripts[order[0]])
    try await commit(Self.scripts[order[1]])
    let before = try await machine.git("ls-tree", "-r", "HEAD")
    let message = try await machine.failToSync("otherFileInConflict")
    #expect(
      message.hasPrefix("'docs', which isn't a file of Minuta, changed here and on the remote.")
    )
    #expect(try await machine.git("ls-tree", "-r", "HEAD") == before)
  }

  @Test func `a file that replaces an unchanged folder is taken over`() async throws {
    try await push(Self.scripts[1])
    #expect(try await machine.perform("Sync").status == "ok")
    try await push("rm -r docs; echo x > docs")
    try await machine.log("There")
    #expect(try await machine.perform("Sync").status == "ok")
    #expect(try await machine.git("ls-tree", "--name-only", "HEAD", "docs") == "docs\n")
  }

  @Test(arguments: ["records/2026", "records/2026/11"])
  func `a file in place of a folder of records is refused, and no record is lost`(
    path: String
  ) async throws {
    try await machine.log("Unsent")
    try await push("git rm -rq records; mkdir -p $(dirname \(path)); echo hi > \(path)")
    let message = try await machine.failToSync("remoteRefused")
    #expect(message.contains("'\(path)', and Minuta has a folder of this name."))
  }

  @Test(arguments: [
    ("mkdir records/old && echo {} > records/old/b.json", "echo x > records/old", "folder"),
    ("echo x > records/old", "mkdir records/old && echo {} > records/old/a.json", "file"),
  ])
  func `a file and a folder of one name below the records are refused`(
    here: String,
    there: String,
    word: String
  ) async throws {
    try await push(there)
    try await commit(here)
    let before = try await machine.git("ls-tree", "-r", "HEAD")
    let message = try await machine.failToSync("remoteRefused")
    #expect(message.contains("'records/old") && message.contains("is a \(word) here"), "\(message)")
    #expect(try await machine.git("ls-tree", "-r", "HEAD") == before)
  }

  @Test func `a file that differs only in case from a new one here is refused`() async throws {
    try await commit("mkdir invoices && echo '{}' > invoices/R-1.json")
    try await push("mkdir invoices && echo '{}' > invoices/r-1.json")
    let message = try await machine.failToSync("remoteRefused")
    #expect(message.contains("differs from 'invoices/R-1.json' only in case"), "\(message)")
  }

  @Test func `a folder that differs only in case from a known one is refused`() async throws {
    try await push("mkdir records/client && echo '{}' > records/client/a.json")
    #expect(try await machine.perform("Sync").status == "ok")
    try await push("mkdir records/Client && echo '{}' > records/Client/b.json")
    let message = try await machine.failToSync("remoteRefused")
    #expect(message.contains("'records/client', and it differs from 'records/Client' only in case"))
  }

  @Test func `files of others that begin with .git stay in the index`() async throws {
    try await push("mkdir .github && echo x > .github/ci.yml && touch .gitmodules")
    #expect(try await machine.perform("Sync").status == "ok")
    #expect(try await machine.git("status", "--porcelain") == "")
    _ = try await machine.git("commit", "-qam", "all", "--allow-empty")
    #expect(try await machine.git("ls-files").contains(".github/ci.yml"))
    #expect(try await machine.git("ls-tree", "-r", "--name-only", "HEAD").contains(".gitmodules"))
  }

  @Test(arguments: [
    ("head -c 2000000 /dev/zero | tr '\\0' ' ' > \"$file\"", "it is larger than 1 MiB"),
    ("ln -sf /etc/passwd \"$file\"", "it is a symbolic link, which Minuta doesn't follow"),
    ("rm \"$file\"; mkdir \"$file\"", "it is not a regular file"),
  ])
  func `a file that can't be shared is named if it changed on the remote`(
    script: String,
    reason: String
  ) async throws {
    let path = try #require(try machine.files().keys.first { $0.hasPrefix("records/") })
    try await push("sed -i 's/Here/There/' \(path)")
    try await hub.shell("file='\(machine.folder)/\(path)'; \(script)")
    let message = try await machine.failToSync("unusableFile")
    #expect(
      message
        == "'\(path)' changed on the remote, but here \(reason). Repair it or move it away, "
        + "then sync again.\n  minuta doctor --repair"
    )
  }

  @Test func `a folder in place of a new record of the remote is named`() async throws {
    let path = "records/2026/11/2026-11-30_100000.json"
    try await hub.shell("mkdir -p '\(machine.folder)/\(path)'")
    try await push(
      "sed 's/\"id\": \"[^-]*/\"id\": \"5EC5ECD8/' records/2*/*/*.json > x; mv x \(path)"
    )
    let message = try await machine.failToSync("unusableFile")
    #expect(
      message.hasPrefix("'\(path)' changed on the remote, but here it is not a regular file.")
    )
  }
}
