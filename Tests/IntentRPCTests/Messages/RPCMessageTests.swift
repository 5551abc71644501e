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

  private func error(_ code: Int, _ message: String, id: String = "null") -> String {
    #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":\#(id)}"#
  }

  @Test(arguments: [
    (#"{"method":"echo","id":1}"#, "1"),
    (#"{"jsonrpc":2.0,"method":"echo","id":"a"}"#, #""a""#),
    (#"{"jsonrpc":"1.0","method":"echo","id":0}"#, "0"),
    (#"{"jsonrpc":null,"method":"echo"}"#, "null"),
  ])
  func `A13 a missing or wrong version is no request`(request: String, id: String) async {
    let message = "A request must have the member 'jsonrpc' with the value '2.0'."
    #expect(await reply(request) == error(-32600, message, id: id))
    #expect(recorder.methods.isEmpty)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, "null"),
    (#"{"jsonrpc":"2.0","method":null,"id":7}"#, "7"),
    (#"{"jsonrpc":"2.0","id":7}"#, "7"),
    (#"{"jsonrpc":"2.0","method":["echo"],"id":null}"#, "null"),
  ])
  func `A13 a method that is no string is no request`(request: String, id: String) async {
    let message = "A request must have the member 'method', a string."
    #expect(await reply(request) == error(-32600, message, id: id))
  }

  @Test(arguments: [#""bar""#, "5", "true", "1e400"])
  func `A13 params are an object or an array`(params: String) async {
    let message = "The member 'params' must be an object or an array."
    let request = #"{"jsonrpc":"2.0","method":"echo","params":\#(params),"id":"x"}"#
    #expect(await reply(request) == error(-32600, message, id: #""x""#))
    #expect(recorder.methods.isEmpty)
  }

  @Test(arguments: ["", #","params":null"#, #","params":[]"#, #","params":{}"#])
  func `A14 four spellings of no params are one`(params: String) async {
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

  @Test(arguments: ["{}", "[1]", "true", "false"])
  func `A15 other ids are refused`(id: String) async {
    let request = #"{"jsonrpc":"2.0","method":"nothing","id":\#(id)}"#
    let message = "The member 'id' must be a string or a number."
    #expect(await reply(request) == error(-32600, message))
    #expect(recorder.methods.isEmpty)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"foobar"}"#,
    #"{"jsonrpc":"2.0","method":"foobar","params":[1]}"#,
    #"{"jsonrpc":"2.0","method":"picky","params":{"a":1}}"#,
    #"{"jsonrpc":"2.0","method":"picky","params":"bar"}"#,
    #"[{"jsonrpc":"2.0","method":"foobar"},{"jsonrpc":"2.0","method":"nothing"}]"#,
  ])
  func `A17 notifications are never answered`(notification: String) async {
    #expect(await reply(notification) == nil)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","result":1,"id":5}"#,
    #"{"jsonrpc":"2.0","error":{"code":1,"message":""},"id":null}"#,
    #"[{"jsonrpc":"2.0","result":1,"id":5}]"#,
  ])
  func `replies are not answered`(message: String) async {
    #expect(await reply(message) == nil)
  }

  @Test func `A18 a batch may have 1000 requests`() async {
    let note = #"{"jsonrpc":"2.0","method":"nothing"}"#
    let batch = { "[" + Array(repeating: note, count: $0).joined(separator: ",") + "]" }
    #expect(await reply(batch(1000)) == nil)
    #expect(recorder.methods.count == 1000)
    let message = "A batch may have 1000 requests, not more."
    #expect(await reply(batch(1001)) == error(-32600, message))
    #expect(recorder.methods.count == 1000)
  }

  @Test func `A18 arrays inside a batch are no requests`() async {
    let flaw = error(-32600, "A request must be an object.")
    let valid = #"{"jsonrpc":"2.0","method":"nothing","id":1}"#
    let expected = #"[\#(flaw),{"jsonrpc":"2.0","result":null,"id":1},\#(flaw)]"#
    #expect(await reply("[[\(valid)],\(valid),[]]") == expected)
    #expect(recorder.methods == ["nothing"])
  }

  @Test func `A18 a batch is done in its order`() async {
    let names = (0..<50).map { "m\($0)" }
    let batch = names.map { #"{"jsonrpc":"2.0","method":"\#($0)"}"# }.joined(separator: ",")
    #expect(await reply("[\(batch)]") == nil)
    #expect(recorder.methods == names)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, "duplicate key 'a' at byte 7"),
    (#"{"a":"\ud800"}"#, "unpaired surrogate in a string at byte 6"),
    (#"{"a":1,}"#, "trailing comma at byte 6"),
    ("[", "unexpected end of text at byte 1"),
    ("{} {}", "unexpected text after the value at byte 3"),
    (
      String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
      "nested more than 512 levels deep at byte 512"
    ),
    (String(repeating: "[", count: 1 << 20), "nested more than 512 levels deep at byte 512"),
  ])
  func `A19 a message that is not JSON says where`(message: String, problem: String) async {
    #expect(await reply(message) == error(-32700, "The message is not JSON we read: \(problem)."))
  }

  @Test func `A19 bytes that are not UTF-8 are not JSON`() async {
    let bytes = Array(#"{"jsonrpc":"2.0","method":""#.utf8) + [0xFF] + Array(#"","id":1}"#.utf8)
    let reply = await reply(bytes)
    #expect(reply?.contains("invalid UTF-8") == true)
    #expect(reply?.hasSuffix(#""id":null}"#) == true)
  }

  @Test func `A19 a message may be 512 levels deep`() async {
    let nested = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    let request = #"{"jsonrpc":"2.0","method":"echo","params":\#(nested),"id":1}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":\#(nested),"id":1}"#)
  }

  @Test func `A20 a reply without anything to tell has the result null`() async {
    let request = #"{"jsonrpc":"2.0","method":"nothing","id":1}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":null,"id":1}"#)
  }

  @Test func `A21 an application's error has its own code and a stable word`() async {
    let error = #"{"code":1001,"message":"Two records overlap.","data":{"code":"overlap"}}"#
    let request = #"{"jsonrpc":"2.0","method":"overlap","id":1}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","error":\#(error),"id":1}"#)
  }

  @Test func `members that we do not know are passed over`() async {
    let request = #"{"jsonrpc":"2.0","method":"nothing","id":1,"result":1,"x":{"id":2}}"#
    #expect(await reply(request) == #"{"jsonrpc":"2.0","result":null,"id":1}"#)
  }
}
