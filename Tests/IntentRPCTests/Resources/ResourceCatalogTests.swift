import Foundation
import IntentKit
import JSONText
import Synchronization
import Testing

@testable import IntentRPC

@Suite struct ResourceCatalogTests {
  private let provider: ResourceTestProvider
  private let catalog: ResourceCatalog

  init() throws {
    let provider = try ResourceTestProvider()
    self.provider = provider
    let engine = IntentEngine(providers: [provider], now: { Date(timeIntervalSince1970: 100) })
    catalog = ResourceCatalog(engine: engine)
  }

  @Test func `the list contains the resources and the values that a template lists`() async {
    let list = await catalog.list()
    #expect(
      list.map(\.uri) == [
        "minuta://things", "minuta://things/%C3%84%20b", "minuta://things/c", "minuta://thing",
        "minuta://age",
      ]
    )
    #expect(list.map(\.name).prefix(3) == ["things", "things/%C3%84%20b", "things/c"])
    #expect(list.map(\.title).prefix(3) == ["A title", "A title: Ä b", "A title: c"])
    #expect(list.allSatisfy { $0.description == "A description." })
    #expect(list.allSatisfy { $0.mimeType == "application/json" })
  }

  @Test func `all listed resources can be read`() async throws {
    for resource in await catalog.list() {
      #expect(try await catalog.read(resource.uri).value.object?.isEmpty == false)
    }
  }

  @Test func `templates are listed separately`() async {
    let templates = await catalog.templates()
    #expect(templates.map(\.uri) == ["minuta://things/{name}"])
    #expect(templates.map(\.name) == ["things/{name}"])
    #expect(templates.map(\.title) == ["A title"])
  }

  @Test(
    arguments: [
      ("minuta://things", "Things", nil),
      ("minuta://thing", "Thing", nil),
      ("minuta://things/c", "Thing", "c"),
      ("minuta://things/%C3%84%20b", "Thing", "Ä b"),
      ("minuta://things/a:b@c+d", "Thing", "a:b@c+d"),
      ("minuta://things/%7bname%7D", "Thing", "{name}"),
      ("minuta://things/...a", "Thing", "...a"),
      // The percent-encoding is decoded only once: `%25` becomes `%`, which isn't decoded again.
      ("minuta://things/%2561", "Thing", "%61"),
      ("minuta://things/%252e%252e", "Thing", "%2e%2e"),
    ] as [(String, String, String?)]
  )
  func `a URI maps to a call`(uri: String, intent: String, value: String?) async {
    let values: JSONObject = value.map { ["name": .string($0)] } ?? [:]
    #expect(await catalog.call(for: uri) == IntentCall(intent, with: values))
  }

  static let hostile = [
    "", "/", "things", "minuta:", "minuta://", "minuta:///", "minuta:///things", "minuta:things",
    "minuta://thing/", "minuta://thingsc", "minuta://Things", "MINUTA://things", " minuta://things",
    "minuta://things ", "minuta://things\n", "minuta://things\u{0}", "minuta://things?a=1",
    "minuta://things#a", "minuta://user@things", "minuta://things:80", "minuta://./things",
    "minuta://x/../things", "http://things", "https://things/c", "file://things", "file:///things",
    "file:///etc/passwd", "file:///etc/passwd#minuta://things", "minuta://file:///etc/passwd",
    "minuta://etc/passwd", "things://minuta", "//things/c", "\u{FEFF}minuta://things",
    "minuta://things\u{301}",
    // In these URIs, the value after `things/` is missing or invalid.
    "minuta://things/", "minuta://things//", "minuta://things//c", "minuta://things/c/",
    "minuta://things/c/d", "minuta://things/c?d", "minuta://things/c#d", "minuta://things/?c",
    "minuta://things/a b", "minuta://things/ä", "minuta://things/\u{301}c",
    "minuta://things/{name}",
    "minuta://things/a\"b", "minuta://things/a<b", "minuta://things/a|b", "minuta://things/a^b",
    // In these URIs, the path would lead outside `things/`.
    "minuta://things/.", "minuta://things/..", "minuta://things/../things", "minuta://things/../..",
    "minuta://things/../../etc/passwd", "minuta://things/%2e", "minuta://things/%2E%2e",
    "minuta://things/.%2e", "minuta://things/%2e%2e%2fc", "minuta://things/%2F",
    "minuta://things/%2fc",
    "minuta://things/..%2F..%2Fetc%2Fpasswd", "minuta://things/..\\c",
    "minuta://things/%5C", "minuta://things/..%5cc", "minuta://things/%2e%2e/c",
    "minuta://things/file:///etc/passwd",
    // In these URIs, the percent-encoding is malformed or encodes a control character.
    "minuta://things/%", "minuta://things/%4", "minuta://things/%zz", "minuta://things/%4g",
    "minuta://things/%-1", "minuta://things/%+1", "minuta://things/% 1", "minuta://things/%%41",
    "minuta://things/a%", "minuta://things/%u0041", "minuta://things/%00", "minuta://things/c%00",
    "minuta://things/%0A", "minuta://things/%1b%5b2J", "minuta://things/%7F",
    // In these URIs, the decoded bytes are not valid UTF-8: a lone byte, an overlong `/` or `.`, or
    // half a surrogate pair.
    "minuta://things/%FF", "minuta://things/%C3", "minuta://things/%c0%af",
    "minuta://things/%c0%ae",
    "minuta://things/%e0%80%af", "minuta://things/%ed%a0%80",
  ]

  @Test(arguments: hostile)
  func `A45 an unknown or unsafe URI maps to no call`(uri: String) async {
    #expect(await catalog.call(for: uri) == nil)
    await #expect(throws: RPCError.noResource(uri)) { try await catalog.read(uri) }
    #expect(provider.calls.isEmpty)
  }

  @Test func `any text survives encoding and decoding`() {
    for value in [
      "a", "a/b", "chats://x/y", "Ä b", "100%", "%41", "a&b=c", "日本", "👩‍👩‍👧", "{x}", "a\u{301}", "?#",
    ] {
      let uri = URIValueCoder.encoded(value)
      #expect(
        uri.utf8.allSatisfy {
          $0 == UInt8(ascii: "%") || IntentDefinition.Resource.isUnreserved($0)
        }
      )
      #expect(URIValueCoder.decoded(uri.utf8)?.utf8.elementsEqual(value.utf8) == true)
    }
  }

  @Test func `reading performs the call over MCP and returns its value`() async throws {
    #expect(try await catalog.read("minuta://things/c").value == ["name": "c"])
    #expect(provider.calls == [IntentCall("Thing", with: ["name": "c"])])
  }

  @Test func `a resource can be read as of an earlier time`() async throws {
    provider.state.withLock { $0.since = Date(timeIntervalSince1970: 90) }
    #expect(try await catalog.read("minuta://age").value == ["seconds": 10])
    let date = Date(timeIntervalSince1970: 95)
    #expect(try await catalog.read("minuta://age", at: date).value == ["seconds": 5])
  }

  @Test func `a failed call returns its own error`() async {
    provider.state.withLock { $0.isLost = true }
    await #expect(
      throws: RPCError(code: 1001, message: "The things are lost.", data: ["code": "lost"])
    ) { try await catalog.read("minuta://things") }
  }

  @Test func `a value that the intent rejects returns its own error`() async throws {
    let uri = "minuta://things/" + String(repeating: "a", count: 21)
    let error = await #expect(throws: RPCError.self) { try await catalog.read(uri) }
    #expect(error?.code == -32602)
    #expect(error?.json["data"]?["path"] == "/name")
  }
}
