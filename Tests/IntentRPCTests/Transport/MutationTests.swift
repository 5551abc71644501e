import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  /// The inputs that are mutated: single messages and pairs of messages, in each framing.
  private static let seeds = [Framing.header, .newline].flatMap { framing in
    let messages = VectorTests.vectors.map { framing.frame(Array($0.0.utf8)) }
    return messages + messages.flatMap { first in messages.map { first + $0 } }
  }

  private static let pieces = JSONFragments.with([
    "\r\n", "\r\n\r\n", "\n\n", "Content-Length: ", "Content-Length: 2\r\n\r\n{}",
    "content-length:5",
    "Content-Type: application/json; charset=latin1\r\n",
    "Content-Length: 99999999999999999999\r\n",
    "Content-Length: -1\r\n\r\n", "4097", "X: y\r\n", "\"id\":1,", "\"id\":null,", "\"params\":{},",
    "\"jsonrpc\":\"2.0\",", "\"method\":\"echo\",",
  ])

  @Test func `F7 mutated streams are answered only with valid responses`() async throws {
    let mutator = ByteMutator(
      seeds: Self.seeds,
      pieces: Self.pieces,
      changes: 1...1,
      longest: 2400,
      number: 1
    )
    let run = try await FuzzTest("RPC", mutator) { bytes in try await Self.accepts(bytes) }
    Attachment.record("\(run)", named: "rpc.txt")
  }

  /// Returns whether the server accepts all messages as valid requests, even if the methods don't
  /// exist.
  private static func accepts(_ bytes: [UInt8]) async throws -> Bool {
    let (code, output) = await InProcessServer(RecordingHandler()).finish(bytes)
    try #require(code == 0 || code == 2)
    var parser = FrameParser(limit: 1 << 20)
    var isAccepted = code == 0
    for frame in parser.feed(output) {
      guard case .message(let text) = frame else { throw FuzzTestError("no message: \(frame)") }
      try #require(!text.contains(UInt8(ascii: "\n")))
      let reply = try JSONValue(parsing: text)
      for single in reply.array ?? [reply] {
        try #require(single["jsonrpc"] == "2.0" && single["id"] != nil)
        try #require((single["result"] == nil) != (single["error"] == nil))
        let code = single["error"]?["code"]?.integer
        if code == -32700 || code == -32600 { isAccepted = false }
      }
    }
    try #require(parser.finish() == nil)
    return isAccepted
  }
}
