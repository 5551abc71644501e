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

  /// Returns the contents of the record files in the store, by file name.
  private func records() throws -> [String: String] {
    var texts: [String: String] = [:]
    for case (let path, let data?) in try fixture.content()
    where path.hasPrefix("records/") && path.hasSuffix(".json") {
      let name = (path as NSString).lastPathComponent
      texts[name] = String(decoding: data, as: UTF8.self)
    }
    return texts
  }

  private func journalSize() throws -> Int {
    try fixture.content().filter { $0.key.hasSuffix(".jsonl") }.values.reduce(0) {
      $0 + ($1?.count ?? 0)
    }
  }

  /// Runs a call in which `strace` delays each rename by two seconds, and runs `body` meanwhile.
  private func delay(_ words: String, while body: () throws -> Void) async throws {
    let before = try journalSize()
    let renames = "rename,renameat,renameat2"
    let call = Task {
      try await fixture.shell(
        """
        strace -f -qq -o /dev/null -e trace=\(renames) -e inject=\(renames):delay_enter=2000000 \\
          -- "$0" \(words)
        """
      )
    }
    // The journal has grown, so the call has committed; its first rename is still delayed.
    try await wait(for: "commit") { try journalSize() > before }
    try body()
    _ = try await call.value
  }

  @Test(.requires("strace"), arguments: [true, false])
  func `a file saved between the check and the rename is kept`(
    isAtomic: Bool
  ) async throws {
    try await fixture.shell("minuta start Work --at -10m --comment mine")
    let name = try #require(records().keys.first)
    let path = try #require(fixture.content().keys.first { $0.hasSuffix(name) })
    let theirs = try #require(records()[name]).replacing("mine", with: "theirs")
    try await delay("stop") {
      let file = URL(filePath: "\(fixture.store)/\(path)")
      try Data(theirs.utf8).write(to: file, options: isAtomic ? .atomic : [])
    }
    let left = try records()
    #expect(left.count == 2)
    #expect(left[name] == theirs)
    #expect(left.values.contains { $0.contains("mine") && $0.contains("endTime") })
    #expect(left.keys.contains { $0.contains("_conflict_") })
  }

  @Test(.requires("strace"))
  func `a file that takes a new record's name meanwhile is kept`() async throws {
    try await fixture.shell("minuta log First 5m --start 2026-01-01T10:00:00Z")
    let stranger = "2026-01-02_100000.json"
    try await delay("log Work 5m --start 2026-01-02T10:00:00Z --comment mine") {
      let file = URL(filePath: "\(fixture.store)/records/2026/01/\(stranger)")
      try Data("theirs".utf8).write(to: file)
    }
    let left = try records()
    #expect(left[stranger] == "theirs")
    #expect(left.values.contains { $0.contains("mine") })
  }

  @Test(.requires("strace"))
  func `a file saved during a deletion is kept`() async throws {
    try await fixture.shell("minuta log Work 5m --comment mine")
    let name = try #require(records().keys.first)
    let path = try #require(fixture.content().keys.first { $0.hasSuffix(name) })
    let theirs = try #require(records()[name]).replacing("mine", with: "theirs")
    try await delay("delete last --yes") {
      try Data(theirs.utf8).write(to: URL(filePath: "\(fixture.store)/\(path)"))
    }
    #expect(try records() == [name: theirs])
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
      let result = try await UnprivilegedUser.run(
        TestPrograms.minuta,
        call,
        environment: fixture.environment
      )
      #expect(result.status == 1)
      #expect(result.errors.contains("belongs to the user 'root'"))
      #expect(result.errors.contains(journal))
    }
    let result = try await UnprivilegedUser.run(
      TestPrograms.minuta,
      ["doctor"],
      environment: fixture.environment
    )
    #expect((result.output + result.errors).contains(journal))
    #expect((result.output + result.errors).contains("sudo chown -R nobody: '\(fixture.store)'"))
  }
}
