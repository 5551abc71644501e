import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests a data folder that disappears and returns while clients are subscribed to it.
@Suite(.timeLimit(.minutes(10))) struct DataFolderLossTests {
  /// Shell commands that remove and restore the data folder, and the expected error code.
  ///
  /// They run in a home directory with the store `data/deep/store` and a running timer.
  typealias Case = (lose: String, restore: String, code: String)

  private static let moves: [Case] = [
    ("mv data/deep/store away", "mv away data/deep/store", "storeGone"),
    ("mv data/deep/store away", "cp -r away data/deep/store", "storeGone"),
    ("cp -r data/deep/store copy; rm -r data/deep/store", "mv copy data/deep/store", "storeGone"),
    ("mv data/deep data/elsewhere", "mv data/elsewhere data/deep", "storeGone"),
    ("mv data away", "mv away data", "storeGone"),
    (
      "mkdir -p other/deep/store; mv data away; mv other data", "rm -r data; mv away data",
      "storeGone"
    ),
  ]

  private static let permissions: [Case] = ["data/deep/store", "data/deep", "data"]
    .map { ("chmod 000 \($0)", "chmod 700 \($0)", "storeUnreadable") }

  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private var environment: [String: String] {
    fixture.environment.merging(["MINUTA_STORE": fixture.home.path + "/data/deep/store"]) { $1 }
  }

  private func shell(_ script: String, under before: [String] = []) async throws {
    let words = before + ["/bin/sh", "-euc", "cd \"$HOME\"; \(script)", TestPrograms.minuta]
    let result = try await TestPrograms.run(
      words[0],
      Array(words.dropFirst()),
      environment: environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 }
    )
    try #require(result.status == 0, "\(result.errors)")
  }

  private func begin() async throws {
    try await shell("mkdir -p data/deep; \"$0\" start Work")
  }

  private func changes(_ rpcClient: RPCTestClient) -> [JSONValue] {
    rpcClient.messages.filter { $0["method"] == "minuta/changed" }.compactMap { $0["params"] }
  }

  private func expectErrorAndValue(
    of one: Case,
    _ rpcClient: RPCTestClient,
    _ shell: (String) async throws -> Void
  ) async throws {
    try rpcClient.sendRequest(1, "minuta/subscribe", [:])
    #expect(try await rpcClient.reply(to: 1)["result"]?["value"]?["running"]?.array?.count == 1)
    try await shell(one.lose)
    try await wait(for: "error", limit: .seconds(20)) {
      changes(rpcClient).last?["error"]?["data"]?["code"]?.string == one.code
    }
    let error = changes(rpcClient).last?["error"]
    #expect(error?["code"] == 1001 && error?["message"]?.string != nil)
    try rpcClient.sendRequest(2, "Status", [:])
    #expect(try await rpcClient.reply(to: 2)["error"]?["data"]?["code"]?.string == one.code)
    try await shell(one.restore)
    try await wait(for: "value", limit: .seconds(20)) {
      changes(rpcClient).last?["value"]?["running"]?.array?.count == 1
    }
    #expect(try await rpcClient.request(3, "Status", [:])["result"]?["status"] == "ok")
    #expect(try await rpcClient.finish().code == 0)
  }

  @Test(arguments: moves)
  func `a client is notified when the folder disappears and returns`(
    one: Case
  ) async throws {
    try await begin()
    let rpcClient = try RPCTestClient(TestPrograms.minuta, ["rpc"], environment: environment)
    try await expectErrorAndValue(of: one, rpcClient) { try await shell($0) }
  }

  @Test(.requiresOrdinaryUser, arguments: permissions)
  func `a client is notified when the folder becomes unreadable and readable`(
    one: Case
  ) async throws {
    try await begin()
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    let user = "\(UnprivilegedUser.number)"
    let words =
      User.isRoot
      ? ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--"] : []
    let program = words + [TestPrograms.minuta, "rpc"]
    let rpcClient = try RPCTestClient(
      program[0],
      Array(program.dropFirst()),
      environment: environment
    )
    try await expectErrorAndValue(of: one, rpcClient) { try await shell($0) }
  }

  @Test(.requiresRoot, .requiresMounts)
  func `a client is notified when a disk is unmounted and mounted again`() async throws {
    try await begin()
    try await shell("mv data/deep/store disk; mkdir data/deep/store")
    let mount = "mount --bind disk data/deep/store"
    let script = "cd \"$HOME\"; PATH=/usr/sbin:$PATH; \(mount); exec \"$0\" rpc"
    let rpcClient = try RPCTestClient(
      MountNamespace.commandPrefix[0],
      [MountNamespace.commandPrefix[1], "/bin/sh", "-euc", script, TestPrograms.minuta],
      environment: environment
    )
    let inside = ["/usr/bin/nsenter", "-t", "\(rpcClient.id)", "-m"]
    try await expectErrorAndValue(
      of: ("umount data/deep/store", mount, "storeGone"),
      rpcClient
    ) { try await shell($0, under: inside) }
  }

  @Test(arguments: [true, false])
  func `MCP clients are notified to read again`(isLegacy: Bool) async throws {
    try await begin()
    let rpcClient = try RPCTestClient(TestPrograms.minuta, ["rpc"], environment: environment)
    let uri: JSONValue = "minuta://state"
    if isLegacy {
      try rpcClient.sendRequest(
        "handshake",
        "initialize",
        ["protocolVersion": "2025-11-25", "capabilities": [:]]
      )
      _ = try await rpcClient.request(1, "resources/subscribe", ["uri": uri])
    } else {
      let wanted: JSONValue = ["resourceSubscriptions": [uri]]
      try rpcClient.sendRequest(
        1,
        "subscriptions/listen",
        ["notifications": wanted, "_meta": PluginFixture.meta]
      )
      _ = try await rpcClient.first("acknowledgement") {
        $0["method"] == "notifications/subscriptions/acknowledged"
      }
    }
    for (script, count) in [("mv data away", 1), ("mv away data", 2)] {
      try await shell(script)
      try await wait(for: "update \(count)", limit: .seconds(20)) {
        rpcClient.messages.count { $0["method"] == "notifications/resources/updated" } >= count
      }
    }
    _ = try await rpcClient.finish()
  }
}
