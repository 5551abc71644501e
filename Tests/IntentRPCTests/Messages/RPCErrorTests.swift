import IntentRPC
import JSONText
import Testing

@Suite struct RPCErrorTests {
  static let sentences: [(RPCError, Int, String)] = [
    (
      .brokenFrame(.unknownFraming(firstByte: 120)), -32700,
      "The input must begin with '{', '[' or 'Content-Length:', not with byte 120."
    ),
    (.brokenFrame(.tooLong(limit: 5)), -32600, "A message may have 5 bytes, not more."),
    (.brokenFrame(.headerTooLong(limit: 5)), -32700, "A header may have 5 bytes, not more."),
    (
      .brokenFrame(.malformedHeader("x")), -32700,
      "The header line 'x' has no name and value."
    ),
    (.brokenFrame(.missingLength), -32700, "The header has no Content-Length."),
    (
      .brokenFrame(.malformedLength("-5")), -32700,
      "Content-Length must be given once, as a number of bytes, not as '-5'."
    ),
    (
      .brokenFrame(.unknownCharset("latin1")), -32700,
      "Messages must be in UTF-8, not in 'latin1'."
    ),
    (.brokenFrame(.inputEnded), -32700, "The input ends inside a message."),
    (.invalidRequest(.emptyBatch), -32600, "A batch must have at least one request."),
    (.unknownMethod("x"), -32601, "There is no method 'x'."),
    (.invalidParameters("Give a name."), -32602, "Give a name."),
    (.noResource("minuta://x"), -32602, "There is no resource 'minuta://x'."),
    (.failed(code: 1003, message: "It took too long.", data: [:]), 1003, "It took too long."),
  ]

  @Test(arguments: sentences)
  func `an error has a code and a sentence`(error: RPCError, code: Int, sentence: String) {
    #expect(error.code == code)
    #expect(error.message == sentence)
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
  func `A21 an error about a call has a stable word`(error: RPCError, word: String?) {
    #expect(error.json["data"]?["code"]?.string == word)
  }
}
