import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests a data folder that had data before and is now missing or empty.
@Suite(.timeLimit(.minutes(10))) struct MissingDataFolderTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private var sentence: String {
    "The data folder '\(fixture.store)' is missing or empty, but had data before. "
      + "Mount or restore it, or start over.\n  minuta storage --fresh"
  }

  private func expectRefusal(_ words: [String], input: String = "") async throws {
    let before = try fixture.content()
    let result = try await fixture.run(words, input: input)
    // A status bar shows the error, and drops the line of a program that failed.
    let isBar = words.last == "waybar"
    #expect(result.status == (isBar ? 0 : 1), "\(words)")
    #expect(result.errors == "minuta: \(sentence)\n", "\(words)")
    #expect(isBar ? result.output.contains("is missing or empty") : result.output.isEmpty)
    #expect(try fixture.content() == before)
  }

  private func lose(_ script: String) async throws {
    #expect(try await fixture.run("log", "Work", "30m").status == 0)
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-euc", "cd \"$1\"; \(script)", "sh", fixture.home.path]
    )
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: [
    "rm -r store", "mv store elsewhere", "rm -r store; mkdir store",
    "rm -r store; mkdir store; touch store/lost+found",
    "cd store; rm -r .minuta* tags.json; find records -type f -delete",
    "rm -r store; ln -s nowhere store",
  ])
  func `a lost folder is neither read as empty nor recreated`(script: String) async throws {
    try await lose(script)
    for words in [
      ["status"], ["records", "all"], ["start", "Work"], ["start", "Work", "--dry-run"], ["undo"],
      ["status", "waybar"], ["--store", fixture.store, "status"],
      ["--store", fixture.store, "start"],
    ] {
      try await expectRefusal(words)
    }
    try await expectRefusal(["run", "-"], input: #"{"intent": "StartTimer"}"#)
    let outcome = try await fixture.outcome(["status"])
    #expect(outcome["error"]?["code"] == "storeGone")
    #expect(outcome["error"]?["data"]?["file"]?.string == fixture.store)
  }

  @Test func `a lost folder is refused over RPC until it returns`()
    async throws
  {
    try await lose("true")
    let requests = ["Status", "StartTimer"].map {
      #"{"jsonrpc":"2.0","id":1,"method":"\#($0)"}"# + "\n"
    }
    try FileManager.default.moveItem(atPath: fixture.store, toPath: fixture.store + ".away")
    for request in requests {
      let reply = try JSONValue(parsing: try await fixture.run(["rpc"], input: request).output)
      #expect(reply["error"]?["code"] == 1001)
      #expect(reply["error"]?["data"]?["code"] == "storeGone")
      #expect(reply["error"]?["message"]?.string == sentence)
    }
    try FileManager.default.moveItem(atPath: fixture.store + ".away", toPath: fixture.store)
    for request in requests {
      let reply = try JSONValue(parsing: try await fixture.run(["rpc"], input: request).output)
      #expect(reply["result"]?["status"] == "ok", "\(reply)")
    }
    #expect(try fixture.records().count == 2)
  }

  @Test func `a lost folder is refused on a key press`() async throws {
    try await lose("rm -r store")
    try fixture.home.write(
      """
      {"minuta": 1, "debounceMs": 0, "keys": {
        "go": {"press": "LOGO+g", "call": {"intent": "StartTimer"}},
        "look": {"press": "LOGO+l", "call": {"intent": "Status"}}}}
      """,
      to: ".config/minuta/keymap.json"
    )
    try await expectRefusal(["key", "go"])
    try await expectRefusal(["key", "look"])
  }

  @Test func `--fresh forgets the lost data once`() async throws {
    try await lose("rm -r store")
    let dry = try await fixture.run("storage", "--fresh", "--dry-run")
    #expect(dry.output.hasPrefix("Would forget "))
    try await expectRefusal(["start"])
    let fresh = try await fixture.run("storage", "--fresh")
    #expect(
      fresh.output == """
        Forgot the data that was in '\(fixture.store)'; the next record starts a new data folder.
        The folder doesn't exist yet; the first record creates it.

        """
    )
    #expect(fresh.status == 0)
    #expect(try await fixture.run("start", "Work").status == 0)
    #expect(try fixture.records().count == 1)
    try FileManager.default.removeItem(atPath: fixture.store)
    try await expectRefusal(["start"])
  }

  @Test func `--fresh keeps existing data, which stays registered`() async throws {
    try await lose("true")
    let fresh = try await fixture.run("storage", "--fresh")
    #expect(
      fresh.output
        == "'\(fixture.store)' is complete; nothing to reset.\nIt contains 1 record and 1 tag.\n"
    )
    try FileManager.default.removeItem(atPath: fixture.store)
    try await expectRefusal(["status"])
  }

  @Test func `a folder of --store is not registered until it is chosen`() async throws {
    let other = fixture.home.path + "/other"
    #expect(try await fixture.run("--store", other, "log", "Work", "5m").status == 0)
    #expect(try fixture.home.content().keys.contains { $0.hasPrefix(".local") } == false)
    try FileManager.default.moveItem(atPath: other, toPath: other + ".away")
    #expect(try await fixture.run("--store", other, "status").status == 0)
    try FileManager.default.moveItem(atPath: other + ".away", toPath: other)
    #expect(try await fixture.run("storage", other).status == 0)
    try FileManager.default.removeItem(atPath: other)
    #expect(try await fixture.run("--store", other, "status").status == 1)
  }

  @Test(arguments: ["rm -r store/records", "rm store/tags.json", "rm -r store/.minuta*"])
  func `a folder with part of the data is not a lost one`(script: String) async throws {
    try await lose(script)
    #expect(try await fixture.run("status").status == 0)
    #expect(try await fixture.run("start").status == 0)
    let outcome = try await fixture.outcome(["start", "Work"])
    // Without `tags.json`, the remaining record refers to a missing tag, so the folder is damaged.
    let isDamaged = script == "rm store/tags.json"
    #expect(outcome["error"]?["code"] == (isDamaged ? "tagsUnusable" : nil))
  }

  @Test func `data removed by a sync program is missed despite the lock file`() async throws {
    try await lose("rm -r store/records store/tags.json")
    #expect(try await fixture.outcome(["status"])["error"]?["code"] == "storeGone")
    #expect(try await fixture.outcome(["start", "Work"])["error"]?["code"] == "storeGone")
    #expect(try await fixture.run("storage", "--fresh").status == 0)
    #expect(try await fixture.run("start", "Work").status == 0)
  }

  @Test func `a folder whose records were all deleted is not a lost one`() async throws {
    #expect(try await fixture.run("log", "5m").status == 0)
    #expect(try await fixture.run("delete", "last").status == 0)
    #expect(try await fixture.run("status").status == 0)
    #expect(try await fixture.run("start").status == 0)
  }

  @Test func `twenty folders created at once are all registered`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let store = ["MINUTA_STORE": "\(fixture.store)-\(number)"]
          let started = try await fixture.runProcess(["start"], environment: store)
          #expect(started.status == 0, "\(started.errors)")
        }
      }
      try await group.waitForAll()
    }
    let json = try JSONValue(parsing: fixture.home.text(of: ".local/state/minuta/stores.json"))
    let stores = json["stores"]?.array?.compactMap(\.string) ?? []
    #expect(Set(stores) == Set((0..<20).map { "\(fixture.store)-\($0)" }))
    #expect(stores.count == 20)
  }

  /// Returns the folder with the record of a new user whose `user-dirs.dirs` has a text.
  private func folder(afterStartWith userDirs: String) async throws -> String? {
    try fixture.home.write(userDirs, to: ".config/user-dirs.dirs")
    let started = try await fixture.run(["start", "Work"], environment: ["MINUTA_STORE": ""])
    #expect(started.status == 0, "\(started.errors)")
    let files = try fixture.home.content(below: "").keys.filter { $0.hasSuffix("tags.json") }
    return files.count == 1 ? files[0] : nil
  }

  @Test(arguments: [
    ("", "Documents"), (#"XDG_DOCUMENTS_DIR="$HOME/Dokumente""#, "Dokumente"),
    ("# x\n\n XDG_DOCUMENTS_DIR = \"$HOME/Dok \\\"1\\\"/\" \nXDG_X=\"$HOME\"\n", "Dok \"1\""),
    ("XDG_DOCUMENTS_DIR=\"$HOME/a\"\nXDG_DOCUMENTS_DIR=\"HOME_PATH/b/c\"", "b/c"),
    (#"XDG_DOCUMENTS_DIR="$HOME/""#, "Documents"), (#"XDG_DOCUMENTS_DIR="$HOME""#, "Documents"),
    (#"XDG_DOCUMENTS_DIR="relative""#, "Documents"), ("#XDG_DOCUMENTS_DIR=\"/x\"", "Documents"),
    (#"XDG_DOCUMENTS_DIR=$HOME/Dokumente"#, "Documents"),
  ])
  func `a new user's data is in the documents folder of user-dirs, where it stays`(
    text: String,
    documents: String
  ) async throws {
    let text = text.replacing("HOME_PATH", with: fixture.home.path)
    #expect(try await folder(afterStartWith: text) == "\(documents)/Minuta/tags.json")
    // The records are found if the folder is named otherwise later, or not at all.
    for later in [#"XDG_DOCUMENTS_DIR="$HOME/Later""#, ""] {
      #expect(try await folder(afterStartWith: later) == "\(documents)/Minuta/tags.json")
    }
    let storage = try await fixture.run(["storage"], environment: ["MINUTA_STORE": ""])
    let path = "\(fixture.home.path)/\(documents)/Minuta"
    #expect(storage.output.hasPrefix("\(path) (the default)\n"), "\(storage.output)")
  }

  @Test func `whoever has or had data in ~/Documents keeps that place`() async throws {
    #expect(try await folder(afterStartWith: "") == "Documents/Minuta/tags.json")
    let other = #"XDG_DOCUMENTS_DIR="$HOME/Dokumente""#
    #expect(try await folder(afterStartWith: other) == "Documents/Minuta/tags.json")
    try FileManager.default.removeItem(atPath: "\(fixture.home.path)/Documents")
    let status = try await fixture.run(["status"], environment: ["MINUTA_STORE": ""])
    #expect(status.errors.contains("Documents/Minuta' is missing or empty, but had data before."))
  }

  @Test(arguments: ["", "{}", "[]", #"{"stores": "/x"}"#, #"{"stores": [1]}"#])
  func `an unreadable registry is not treated as empty`(text: String) async throws {
    let file = try fixture.home.write(text, to: ".local/state/minuta/stores.json")
    for words in [["status"], ["start"], ["storage"]] {
      let result = try await fixture.run(words)
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("minuta: Can't read '\(file)': it"))
    }
    #expect(try fixture.content().isEmpty)
  }
}
