import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests disk and folder faults with the real program.
///
/// `Tests/Faults` injects faults at every system call.
@Suite(.timeLimit(.minutes(10))) struct FaultInjectionTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private var machine: String {
    get throws {
      let folder = fixture.store + "/.minuta.nosync"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return folder + "/" + (try #require(names.first))
    }
  }

  private var journal: String {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: machine)
      return try machine + "/" + #require(names.first { $0.hasPrefix("history-") })
    }
  }

  private func log(_ tag: String) async throws {
    let result = try await fixture.run("log", tag, "30m")
    try #require(result.status == 0, "\(result.errors)")
  }

  private func comments() async throws -> [String?] {
    let value = try await fixture.outcome(["records", "all"])["value"]
    #expect(value?["skippedFiles"] == nil)
    return value?["records"]?.array?.map { $0["comment"]?.string }.sorted { $0 ?? "" < $1 ?? "" }
      ?? []
  }

  @Test(.requiresMounts)
  func `E25 a full disk fails the call, changes nothing, and leaves no lasting error`()
    async throws
  {
    try await fixture.shell(
      """
      mkdir store before; mount -t tmpfs -o size=256k none store
      minuta log Work 30m --comment one
      cat /dev/zero > store/ballast 2> /dev/null || true
      cp -a store/. before
      for call in 'log Work 30m' 'start Email' 'stop Work' 'tag-rename Work Play' 'undo'; do
        code=0; minuta $call > out 2> errors || code=$?
        case $call in
          stop*) test $code -eq 0;;
          *) test $code -eq 1; grep -q "^minuta: Can't write '.*': No space left on device.$" errors;;
        esac
        diff -r before store
      done
      minuta records all | grep -q one
      rm store/ballast
      minuta log Work 30m --comment two
      minuta summary all | grep -q '1h 00m .*2 records'
      """,
      under: MountNamespace.commandPrefix
    )
  }

  @Test func `E25 a file size limit fails the call and changes nothing`() async throws {
    try await log("Work")
    let before = try fixture.content()
    // `ulimit -f` counts blocks of 512 bytes, so the limit is 4 KiB.
    let result = try await TestPrograms.run(
      "/bin/sh",
      [
        "-c", #"ulimit -f 8; exec "$0" log Work 30m --comment "$1""#, TestPrograms.minuta,
        String(repeating: "x", count: 9000),
      ],
      environment: fixture.environment
    )
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.hasPrefix("minuta: Can't write '\(fixture.store)/"))
    #expect(result.errors.hasSuffix("': File too large.\n"))
    #expect(try fixture.content() == before)
    try await log("Work")
    #expect(try fixture.records().count == 2)
  }

  @Test(arguments: [
    "printf '0123456789abcdef {\"sequence\": 3, \"ti'", "head -c 4096 /dev/zero",
    "printf '\\377\\n'",
    "printf '\\n\\n\\n'",
  ])
  func `E26 a journal with a torn end is read and continued`(tail: String) async throws {
    try await fixture.shell("for c in a b; do minuta log Work 30m --comment $c; done")
    let whole = try await fixture.outcome(["records", "all"])
    try await fixture.shell("\(tail) >> \(journal)")
    #expect(try await fixture.outcome(["records", "all"]) == whole)
    #expect(try await fixture.run("log", "Work", "30m", "--comment", "c").status == 0)
    #expect(try await comments() == ["a", "b", "c"])
    #expect(try await fixture.run("undo").output.hasPrefix("Undid 'log'"))
    #expect(try await comments() == ["a", "b"])
    #expect(try await fixture.outcome(["history"])["value"]?["entries"]?.array?.count == 4)
  }

  @Test
  func `E26 a journal without the last completion mark is read and continued`()
    async throws
  {
    try await fixture.shell("for c in a b; do minuta log Work 30m --comment $c; done")
    try await fixture.shell("truncate -s -1 \(journal)")
    #expect(try await comments() == ["a", "b"])
    #expect(try await fixture.run("log", "Work", "30m", "--comment", "c").status == 0)
    #expect(try await comments() == ["a", "b", "c"])
  }

  @Test
  func `E27 a partly applied call is seen whole, then completed`()
    async throws
  {
    try await log("Work")
    let before = try fixture.content()
    let calls = ["a", "b", "c", "d"].enumerated().map { number, comment in
      """
      {"intent": "LogTime", "with": {"tag": "New", "comment": "\(comment)",
        "start": "2024-05-17 0\(number):00", "duration": "30m"}}
      """
    }
    let batch = "[\(calls.joined(separator: ","))]"
    #expect(try await fixture.run(["run", "-", "--atomic"], input: batch).status == 0)
    let after = try fixture.content()
    // Simulates a process killed between two renames: its journal entry is committed but not
    // closed, and some of its files still have temporary names.
    try await fixture.shell("truncate -s -1 \(journal)")
    let new = after.keys.filter { $0.hasSuffix(".json") && before[$0] == nil }.sorted()
    for name in new.suffix(2) + ["tags.json"] { try moveToTemporaryName(name, of: 2) }
    try #require(before["tags.json"] ?? nil).write(to: URL(filePath: fixture.store + "/tags.json"))
    let torn = try fixture.content()

    #expect(try await comments() == [nil, "a", "b", "c", "d"].sorted { $0 ?? "" < $1 ?? "" })
    #expect(try await fixture.outcome(["tags"])["value"]?["tags"]?.array?.count == 2)
    #expect(try fixture.content() == torn)
    #expect(try await fixture.run("start", "Work").status == 0)
    for name in new + ["tags.json"] { #expect(try fixture.content()[name] == after[name]) }
    #expect(try await fixture.run("undo").status == 0)
    #expect(try await fixture.run("undo").status == 0)
    #expect(try fixture.records().count == 1)
  }

  /// Renames a file to its temporary name, as if its writer had not yet renamed it.
  private func moveToTemporaryName(_ path: String, of sequence: Int) throws {
    let file = URL(filePath: "\(fixture.store)/\(path)")
    let digest = SHA256.hex(of: Array(file.lastPathComponent.utf8)).prefix(16)
    let name = ".minuta-\(digest)-\(sequence).tmp"
    let temporary = file.deletingLastPathComponent().appending(path: name)
    try FileManager.default.moveItem(at: file, to: temporary)
  }

  @Test(arguments: ["records", "tags.json", ".minuta.nosync"])
  func `E27 a killed process leaves all of a call or nothing`(sign: String) async throws {
    let calls = (0..<60).map { number in
      #"{"intent":"LogTime","with":{"comment":"\#(number)","duration":"\#(number + 1)m","tag":"T"}}"#
    }
    let process = try fixture.start(["run", "-", "--atomic"])
    try process.write(Array("[\(calls.joined(separator: ","))]".utf8))
    process.closeInput()
    let found = fixture.store + "/" + sign
    try await wait(for: sign, limit: .seconds(60)) {
      FileManager.default.fileExists(atPath: found)
    }
    process.end()
    let seen = try await comments().count
    #expect(seen == 0 || seen == 60)
    try await log("Work")
    #expect(try fixture.records().count == seen + 1)
    #expect(try fixture.content().keys.contains { $0.hasSuffix(".tmp") } == false)
  }

  private func runAsOrdinaryUser(_ words: String...) async throws -> ChildProcess.Result {
    try await fixture.runUnprivileged(words)
  }

  private func expectReadingOnly(_ reason: String) async throws {
    let before = try fixture.content()
    for words in [["status"], ["summary", "all"], ["tags"], ["storage"]] {
      let result = try await fixture.runUnprivileged(words)
      #expect(result.status == 0, "\(words): \(result.errors)")
    }
    let refused = try await runAsOrdinaryUser("start", "Email")
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("minuta: Can't write '\(fixture.store)"))
    #expect(refused.errors.hasSuffix("': \(reason)\n"))
    #expect(try fixture.content() == before)
  }

  @Test(.requiresOrdinaryUser)
  func `E28 a read-only folder is read, and a change is refused`() async throws {
    try await log("Work")
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    try await fixture.shell("chmod -R a-w store")
    try await expectReadingOnly("Permission denied.")
    try await fixture.shell("chmod -R u+w store")
    #expect(try await runAsOrdinaryUser("start", "Email").status == 0)
  }

  @Test(.requiresRoot, .requiresOrdinaryUser)
  func `E28 a folder of another user is read if possible, and not written`()
    async throws
  {
    try await log("Work")
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    try await fixture.shell("chown -R 12345:12345 store; chmod -R a+rX store")
    try await expectReadingOnly(
      "Permission denied; it belongs to the user with ID 12345. See how to fix it.\n  minuta doctor"
    )
    try await fixture.shell("chmod 700 store")
    let closed = try await runAsOrdinaryUser("status")
    #expect(closed.errors == "minuta: Can't read '\(fixture.store)': Permission denied.\n")
    #expect(closed.status == 1)
  }

  @Test(.requiresMounts)
  func `E28 a read-only disk is read, and a change is refused`() async throws {
    try await log("Work")
    let before = try fixture.content()
    try await fixture.shell(
      """
      mount --bind store store; mount -o remount,bind,ro store
      minuta summary all | grep -q 30m
      code=0; minuta start Email 2> errors || code=$?
      test $code -eq 1; grep -q "^minuta: Can't write '.*': Read-only file system.$" errors
      """,
      under: MountNamespace.commandPrefix
    )
    #expect(try fixture.content() == before)
  }

  @Test(
    .requires("strace"),
    arguments: [
      "EACCES", "EBADMSG", "EINVAL", "EIO", "ELOOP", "EMFILE", "ENOENT", "ENOMEM", "ENOSPC",
      "ENOTCONN", "ENOTDIR", "EPERM", "EROFS", "ESTALE", "ETIMEDOUT",
    ]
  )
  func `F5 a temporary read error hides no record afterwards`(error: String) async throws {
    for start in ["-50m", "-40m"] { try await fixture.shell("minuta log Work 5m --start=\(start)") }
    let whole = try await comments()
    let paths = try fixture.content().keys.filter { $0.hasPrefix("records/") }
    let file = try #require(paths.first { $0.hasSuffix(".json") })
    let folder = (file as NSString).deletingLastPathComponent
    let calls = [
      ("openat", file), ("read", file), ("newfstatat", file), ("openat", folder),
      ("getdents64", folder), ("newfstatat", folder),
    ]
    // ENOENT from `getdents64` is no failure: readdir(3) takes it for the end of a removed
    // directory.
    for (call, path) in calls where (call, error) != ("getdents64", "ENOENT") {
      // Changes the modification times of the file and the folder, so that neither is read from a
      // cache.
      try await fixture.shell("touch store/\(file); touch store/\(folder)/x; rm store/\(folder)/x")
      let failing = FaultInjector(call, error, on: path, in: fixture.store)
      let log = fixture.home.path + "/trace"
      try await fixture.shell("minuta records all || true", under: failing.commandPrefix(log: log))
      try #require(fixture.home.text(of: "trace").contains("INJECTED"), "\(call) on \(path)")
      #expect(try await comments() == whole, "\(call) on \(path)")
    }
  }

  @Test(
    .requires("strace"),
    arguments: ["EIO", "EACCES", "EMFILE", "ENOENT"]
  )
  func `a temporary read error doesn't change the machine id`(error: String) async throws {
    // Fails at once if the system has no machine id, which this test needs.
    try await fixture.shell("test -s /etc/machine-id")
    let call = "minuta log Work 30m --key once"
    try await fixture.shell(call)
    let failing = FaultInjector("openat", error, on: "machine-id", in: "/etc")
    let again = try await fixture.shell(
      "\(call) 2>&1 || true; minuta history 2>&1 || true",
      under: failing.commandPrefix(log: fixture.home.path + "/trace")
    )
    #expect(try fixture.records().count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: machine + "/..").count == 1)
    if error != "ENOENT" { #expect(again.hasPrefix("minuta: Can't read '/etc/machine-id': ")) }
    try await fixture.shell(call)
    #expect(try fixture.records().count == 1)
    #expect(try await fixture.run("undo").status == 0)
  }

  @Test func `E29 a folder behind a link is used, and the link stays`() async throws {
    try await fixture.shell(
      """
      mkdir real; ln -s real store
      minuta start Work --at -10m; minuta stop; minuta log Email 5m; minuta undo
      minuta tag-rename Work Play
      """
    )
    #expect(try FileStatus.of(fixture.store, following: false)?.kind == .link)
    #expect(try fixture.home.content().keys.contains("real/records"))
    #expect(try await comments().count == 1)
    let tags = try JSONValue(parsing: fixture.home.text(of: "real/tags.json"))
    #expect(tags["tags"]?.array?.map { $0["name"]?.string } == ["Play"])
  }
}
