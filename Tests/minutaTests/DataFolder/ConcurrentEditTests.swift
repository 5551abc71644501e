import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests changes that other programs or users make before or during a call.
@Suite(.timeLimit(.minutes(10))) struct ConcurrentEditTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(arguments: [
    "staged.json", "history-*.jsonl", "batches", "trash", "../../.minuta.writelock.nosync",
    "../../tags.json", "../../records",
  ])
  func `a pipe in place of a data file blocks nothing`(name: String) async throws {
    try await fixture.shell("minuta start Work --at -10m --comment mine")
    let text = try await fixture.shell(
      """
      cd store/.minuta.nosync/*/
      for name in \(name); do rm -rf "$name"; mkfifo "$name"; done
      for call in 'status' 'stop' 'start Other' 'log Work 5m' 'undo' 'doctor' 'history'; do
        code=0; timeout 60 "$0" $call > "$HOME/out" 2>&1 || code=$?
        test $code -lt 124 || { echo "'$call' ended with $code"; cat "$HOME/out"; }
      done
      printf '%s' '[{"intent":"LogTime","with":{"duration":"1m"}}]' > "$HOME/batch.json"
      code=0; timeout 60 "$0" run "$HOME/batch.json" > "$HOME/out" 2>&1 || code=$?
      test $code -lt 124 || { echo "the batch ended with $code"; cat "$HOME/out"; }
      """
    )
    #expect(text.isEmpty)
  }

  @Test func `a pipe with a temporary file's name blocks nothing`() async throws {
    try await fixture.shell(
      """
      minuta start Work --at -10m
      cd store/records/*/*/
      name=$(printf %s *.json | sha256sum | cut -c1-16)
      mkfifo ".minuta-$name-2.tmp"
      timeout 60 "$0" stop
      timeout 60 "$0" status
      grep -q endTime *.json
      test ! -e ".minuta-$name-2.tmp"
      """
    )
  }

  @Test(.requiresRoot, .requiresOrdinaryUser)
  func `after a call with sudo the doctor names the remedy`() async throws {
    try await fixture.shell("minuta start Work --at -10m")
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    let journal = try #require(fixture.content().keys.first { $0.hasSuffix(".jsonl") })
    try #require(chown("\(fixture.store)/\(journal)", 0, 0) == 0)
    for call in [["stop"], ["status"]] {
      let result = try await fixture.runUnprivileged(call)
      #expect(result.status == 1)
      #expect(result.errors.contains("belongs to the user 'root'"))
      #expect(result.errors.contains(journal))
    }
    let result = try await fixture.runUnprivileged(["doctor"])
    #expect((result.output + result.errors).contains(journal))
    #expect((result.output + result.errors).contains("sudo chown -R nobody: \(fixture.store)"))
  }
}
