import IntentRPC
import JSONText
import Testing

@Suite struct RPCErrorTests {
  static let codes: [(RPCError, Int)] = [
    (.unknownFraming(firstByte: 120), -32700),
    (.messageTooLong(limit: 5), -32600),
    (.headerTooLong(limit: 5), -32700),
    (.malformedHeader("x"), -32700),
    (.missingLength, -32700),
    (.malformedLength("-5"), -32700),
    (.unknownCharset("latin1"), -32700),
    (.inputEnded, -32700),
    (.emptyBatch, -32600),
    (.unknownMethod("x"), -32601),
    (.invalidParameters("Give a name."), -32602),
    (.noResource("minuta://x"), -32602),
    (RPCError(code: 1003, message: "It took too long.", data: [:]), 1003),
  ]

  @Test(arguments: codes)
  func `an error has a code and a message`(error: RPCError, code: Int) {
    #expect(error.code == code)
    #expect(error.message.hasSuffix("."))
    #expect(error.json.object?.keys.filter { $0 != "data" } == ["code", "message"])
  }

  @Test(
    arguments: [
      (.missingLength, nil), (.emptyBatch, nil),
      (.unknownMethod("x"), nil), (.invalidParameters("Give a name."), "invalidValue"),
      (.noResource("minuta://x"), "unknownResource"), (.cancelled, "cancelled"),
      (.timedOut, "timeout"), (.timedOutBeforeStart, "timeout"),
      (.timedOutWhileWriting, "timeout"), (.tooManyPending, "tooManyOpen"),
      (.connectionEnded, "connectionEnded"),
    ] as [(RPCError, String?)]
  )
  func `A21 a call's error has a stable code word`(error: RPCError, word: String?) {
    #expect(error.json["data"]?["code"]?.string == word)
  }
}
