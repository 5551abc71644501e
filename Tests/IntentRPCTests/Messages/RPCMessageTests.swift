import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct RPCMessageTests {
  private let recorder = RecordingHandler()

  private func reply(_ bytes: [UInt8]) async -> String? {
    let (_, output) = await InProcessServer(recorder).finish(bytes + [UInt8(ascii: "\n")])
    let text = String(decoding: output, as: UTF8.self)
    return text.isEmpty ? nil : String(text.dropLast())
  }

  private func reply(_ text: String) async -> String? { await reply(Array(text.utf8)) }

  /// Returns the parts of an error response to compare: its code, the first quoted name in its
  /// message, and its id.
  private func failure(_ request: String) async throws -> Failure {
    let reply = try JSONValue(parsing: await reply(request) ?? "")
    let message = try #require(reply["error"]?["message"]?.string)
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return Failure(
      code: reply["error"]?["code"]?.integer,
      names: parts.count > 1 ? String(parts[1]) : nil,
      id: reply["id"]?.text()
    )
  }

  private struct Failure: Equatable {
    let code: Int?
    var names: String?
    var id: String? = "null"
  }

  @Test(arguments: ["", #","params":null"#, #","params":[]"#, #","params":{}"#])
  func `A14 four spellings of empty params are equivalent`(params: String) async {
    let request = #"{"jsonrpc":"2.0","method":"echo"\#(params),"id":1}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":"absent","id":1}"#)
  }

  @Test(arguments: [
    "1", #""1""#, #""ed14c1a8-6d6f-4d2b-9a35-2f5a0d4b7c11""#, "0", #""""#, "9007199254740993",
    "-1", "null", "1.0", "1e2", "1.5", "123456789012345678901234567890", #""é🕰\n""#,
  ])
  func `A15 ids are echoed exactly`(id: String) async {
    let request = #"{"jsonrpc":"2.0","method":"nothing","id":\#(id)}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":null,"id":\#(id)}"#)
  }

  @Test func `A18 a batch may have 1000 requests`() async throws {
    let note = #"{"jsonrpc":"2.0","method":"nothing"}"#
    let batch = { "[" + Array(repeating: note, count: $0).joined(separator: ",") + "]" }
    #expect(await reply(batch(1000)) == nil)
    #expect(recorder.methods.count == 1000)
    #expect(try await failure(batch(1001)) == Failure(code: -32600))
    #expect(recorder.methods.count == 1000)
  }

  @Test func `A18 arrays inside a batch are not requests`() async throws {
    let valid = #"{"jsonrpc":"2.0","method":"nothing","id":1}"#
    let replies = try JSONValue(parsing: await reply("[[\(valid)],\(valid),[]]") ?? "").array
    #expect(replies?.map { $0["error"]?["code"] } == [-32600, nil, -32600])
    #expect(replies?.map { $0["id"] } == [.null, 1, .null])
    #expect(recorder.methods == ["nothing"])
  }

  @Test func `A18 a batch runs in order`() async {
    let names = (0..<50).map { "m\($0)" }
    let batch = names.map { #"{"jsonrpc":"2.0","method":"\#($0)"}"# }.joined(separator: ",")
    #expect(await reply("[\(batch)]") == nil)
    #expect(recorder.methods == names)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, 7),
    (#"{"a":"\ud800"}"#, 6),
    (#"{"a":1,}"#, 6),
    ("[", 1),
    ("{} {}", 3),
    (
      String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
      512
    ),
  ])
  func `A19 the error for invalid JSON names the position`(message: String, offset: Int)
    async throws
  {
    #expect(try await failure(message).code == -32700)
    #expect(await reply(message)?.contains("at byte \(offset):") == true)
  }

  @Test func `A19 a million open brackets are an error at the first that is too deep`() async {
    let message = String(repeating: "[", count: 1 << 20)
    #expect(await reply(message)?.contains("at byte 512:") == true)
  }

  @Test func `A19 bytes that are not UTF-8 are not valid JSON`() async {
    let bytes = Array(#"{"jsonrpc":"2.0","method":""#.utf8) + [0xFF] + Array(#"","id":1}"#.utf8)
    let reply = await reply(bytes)
    #expect(reply?.contains(#""code":-32700"#) == true)
    #expect(reply?.hasSuffix(#""id":null}"#) == true)
  }

  @Test func `A19 a message may be 512 levels deep`() async {
    let nested = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    let request = #"{"jsonrpc":"2.0","method":"echo","params":\#(nested),"id":1}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":\#(nested),"id":1}"#)
  }

  @Test func `A21 an application error has its own code and a stable code word`() async {
    let error = #"{"code":1001,"message":"Two records overlap.","data":{"code":"overlap"}}"#
    let request = #"{"jsonrpc":"2.0","method":"overlap","id":1}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","error":\#(error),"id":1}"#)
  }

  @Test func `unknown members are ignored`() async {
    let request = #"{"jsonrpc":"2.0","method":"nothing","id":1,"result":1,"x":{"id":2}}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":null,"id":1}"#)
  }
}
