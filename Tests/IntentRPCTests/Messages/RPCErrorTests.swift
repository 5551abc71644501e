import IntentRPC
import JSONText
import Testing

@Suite struct RPCErrorTests {
  static let codes: [(RPCError, Int)] = [
    (.brokenFrame(.unknownFraming(firstByte: 120)), -32700),
    (.brokenFrame(.tooLong(limit: 5)), -32600),
    (.brokenFrame(.headerTooLong(limit: 5)), -32700),
    (.brokenFrame(.malformedHeader("x")), -32700),
    (.brokenFrame(.missingLength), -32700),
    (.brokenFrame(.malformedLength("-5")), -32700),
    (.brokenFrame(.unknownCharset("latin1")), -32700),
    (.brokenFrame(.inputEnded), -32700),
    (.invalidRequest(.emptyBatch), -32600),
    (.unknownMethod("x"), -32601),
    (.invalidParameters("Give a name."), -32602),
    (.noResource("minuta://x"), -32602),
    (.failed(code: 1003, message: "It took too long.", data: [:]), 1003),
  ]

  @Test(arguments: codes)
  func `an error has a code and a message`(error: RPCError, code: Int) {
    #expect(error.code == code)
    #expect(error.message.hasSuffix("."))
    #expect(error.json.object?.keys.filter { $0 != "data" } == ["code", "message"])
  }

  @Test(
    arguments: [
      (.brokenFrame(.missingLength), nil), (.invalidRequest(.emptyBatch), nil),
      (.unknownMethod("x"), nil), (.invalidParameters("Give a name."), "invalidValue"),
      (.noResource("minuta://x"), "unknownResource"), (.cancelled, "cancelled"),
      (.timedOut, "timeout"), (.tooManyPending, "tooManyOpen"),
      (.connectionEnded, "connectionEnded"),
    ] as [(RPCError, String?)]
  )
  func `A21 a call's error has a stable code word`(error: RPCError, word: String?) {
    #expect(error.json["data"]?["code"]?.string == word)
  }
}
