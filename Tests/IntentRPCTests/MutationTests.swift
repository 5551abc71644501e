import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  /// One or two messages in one framing.
  private static let seeds = [Framing.header, .newline].flatMap { framing in
    let messages = VectorTests.vectors.map { framing.frame(Array($0.0.utf8)) }
    return messages + messages.flatMap { first in messages.map { first + $0 } }
  }

  private static let pieces = JSONPieces.with([
    "\r\n", "\r\n\r\n", "\n\n", "Content-Length: ", "Content-Length: 2\r\n\r\n{}",
    "content-length:5",
    "Content-Type: application/json; charset=latin1\r\n",
    "Content-Length: 99999999999999999999\r\n",
    "Content-Length: -1\r\n\r\n", "4097", "X: y\r\n", "\"id\":1,", "\"id\":null,", "\"params\":{},",
    "\"jsonrpc\":\"2.0\",", "\"method\":\"echo\",",
  ])

  @Test func `F7 mutated streams are answered with replies only`() async throws {
    let mutator = ByteMutator(
      seeds: Self.seeds,
      pieces: Self.pieces,
      changes: 1...1,
      longest: 2400,
      number: 1
    )
    var generator = SeededGenerator(seed: 2)
    let run = try await MutationRun("RPC", mutator) { bytes in
      let split = Int.random(in: 0...bytes.count, using: &generator)
      var parser = FrameParser(limit: 4096)
      var frames = parser.feed(Array(bytes[..<split])) + parser.feed(Array(bytes[split...]))
      if let last = parser.finish() { frames.append(last) }
      return try await Self.accepts(frames)
    }
    Attachment.record("\(run)", named: "rpc.txt")
  }

  /// Whether all messages are requests, if of methods that are not there.
  private static func accepts(_ frames: [Frame]) async throws -> Bool {
    let responder = RPCResponder(handler: Recorder())
    var isAccepted = true
    for frame in frames {
      guard let reply = await responder.reply(to: frame) else { continue }
      let text = reply.bytes()
      try #require(try JSONValue(parsing: text) == reply)
      try #require(!text.contains(UInt8(ascii: "\n")))
      for single in reply.array ?? [reply] {
        try #require(single["jsonrpc"] == "2.0" && single["id"] != nil)
        try #require((single["result"] == nil) != (single["error"] == nil))
        let code = single["error"]?["code"]?.integer
        if code == -32700 || code == -32600 { isAccepted = false }
      }
    }
    return isAccepted
  }
}
