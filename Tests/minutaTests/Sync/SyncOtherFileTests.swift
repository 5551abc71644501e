import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import minuta

/// Files in the repository that a sync doesn't write or can't share.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncOtherFileTests {
  private let hub: SyncHub
  private let machine: SyncMachine

  /// Makes a machine that has version 1 of a file that isn't Minuta's, and a clone with version 2.
  init() async throws {
    hub = try await SyncHub()
    machine = try await hub.machine(0)
    try await hub.shell(
      """
      cd machine0/Documents/Minuta && git config user.name A && git config user.email a
      echo 1 > n.txt && git add n.txt && git commit -qm 1 && git push -q
      """
    )
    #expect(try await sentence() == "In sync.")
    try await hub.shell(
      """
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      echo 2 > n.txt && git commit -qam 2 && git push -q
      """
    )
  }

  private func sentence(of intent: String = "Sync") async throws -> String {
    let outcome = try await machine.perform(intent)
    #expect(outcome.status == "ok", "\(outcome)")
    return outcome.sentence
  }

  @Test func `a file of others that changed elsewhere is named until it is checked out`()
    async throws
  {
    let named =
      "In sync. 'n.txt' changed on the remote; bring it up to date with git.\n"
      + "  git -C \(machine.folder) checkout -- n.txt"
    for _ in 0..<2 { #expect(try await sentence() == named) }
    #expect(try hub.folder.text(of: "machine0/Documents/Minuta/n.txt") == "1\n")
    try await hub.shell("cd clone && echo 3 > n.txt && git commit -qam 3 && git push -q")
    #expect(try await sentence() == named)
    _ = try await machine.git("checkout", "n.txt")
    #expect(try hub.folder.text(of: "machine0/Documents/Minuta/n.txt") == "3\n")
    #expect(try await sentence() == "In sync.")
    #expect(try await machine.git("status", "--porcelain") == "")
  }

  @Test func `edits of a file of others that changed elsewhere are not to be checked out`()
    async throws
  {
    try hub.folder.write("mine\n", to: "machine0/Documents/Minuta/n.txt")
    let named =
      "In sync. 'n.txt' changed here and on the remote; bring it up to date with git.\n"
      + "  git -C \(machine.folder) diff -- n.txt"
    for _ in 0..<2 { #expect(try await sentence() == named) }
    #expect(try hub.folder.text(of: "machine0/Documents/Minuta/n.txt") == "mine\n")
  }

  @Test func `a file of others that both sides committed is merged by the command in the message`()
    async throws
  {
    try await hub.shell(
      """
      cd clone && seq 9 > n.txt && git commit -qam 3 && git push -q
      cd ../machine0/Documents/Minuta && git pull -q
      sed -i 's/9/nine/' n.txt && git commit -qam here
      cd ~/clone && sed -i 's/1/one/' n.txt && git commit -qam there && git push -q
      """
    )
    let message = try await machine.failToSync("otherFileInConflict")
    let command = "git -C \(machine.folder) pull --no-rebase"
    #expect(message.contains("Merge it, then sync again.\n  \(command)"))
    try await hub.shell("cd machine0/Documents/Minuta && git pull -q --no-rebase --no-edit")
    #expect(try await sentence() == "Sent earlier changes.")
  }

  @Test func `a record that was cut off is named, and doesn't replace the whole one`() async throws
  {
    let hub = try await SyncHub()
    let machines = [try await hub.machine(0), try await hub.machine(1)]
    try await machines[0].log("Whole")
    for machine in machines { _ = try await machine.perform("Sync") }
    let path = try #require(try machines[0].files().keys.first { $0.hasPrefix("records/") })
    let whole = try machines[1].files()
    try await hub.shell("truncate -s 60 '\(machines[0].folder)/\(path)'")
    let cut = "Not shared: '\(path)', because it isn't valid JSON."
    #expect(try await machines[0].perform("Sync").sentence.hasSuffix(cut))
    #expect(try await machines[1].perform("Sync").sentence == "In sync.")
    #expect(try machines[1].files() == whole)
    _ = try await machines[0].git("checkout", path)
    try await hub.expectEqual(machines)
    #expect(try machines[0].files() == whole)
  }

  @Test func `a record that isn't UTF-8 is named, and is deleted nowhere`() async throws {
    try await machine.log("Here")
    _ = try await machine.perform("Sync")
    let path = try #require(try machine.files().keys.first { $0.hasPrefix("records/") })
    try await hub.shell("printf '\\351' >> 'machine0/Documents/Minuta/\(path)'")
    for intent in ["Sync", "SyncStatus", "Sync"] {
      let sentence = try await sentence(of: intent)
      #expect(sentence.contains("Not shared: '\(path)', because it isn't UTF-8."), "\(sentence)")
    }
    #expect(try await hub.machine(1).comments == ["Here"])
    try await hub.shell("truncate -s -1 'machine0/Documents/Minuta/\(path)'")
    #expect(try await !sentence().contains("Not shared"))
  }

  @Test func `an image that is too large is named by each sync and by the status`() async throws {
    try await machine.log("Here")
    let record = try #require(try machine.files().keys.first { $0.hasPrefix("records/") })
    let image = record.replacing(".json", with: ".png")
    let path = "machine0/Documents/Minuta/\(image)"
    try await hub.shell("head -c 9437184 /dev/zero > '\(path)'; rm -rf clone")
    let named = "Not shared: '\(image)', because it is larger than 8 MiB."
    #expect(try await sentence().contains(named))
    for intent in ["Sync", "SyncStatus", "Sync"] {
      #expect(try await sentence(of: intent).contains(named))
    }
    try await hub.shell("head -c 9000 /dev/zero > '\(path)'")
    #expect(try await sentence().hasPrefix("Sent 1 image."))
    #expect(try await !sentence(of: "SyncStatus").contains("Not shared"))
  }
}
