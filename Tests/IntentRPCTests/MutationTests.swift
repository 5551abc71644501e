import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MutationTests {
  private static let seeds = VectorTests.vectors.map { Array($0.0.utf8) }

  /// Two messages in one framing, with a few bytes changed, lost, doubled or put in.
  private static func stream(from generator: inout SeededGenerator) -> [UInt8] {
    let framing: Framing = Bool.random(using: &generator) ? .header : .newline
    var bytes = (0..<2).flatMap { _ in
      framing.frame(seeds[Int.random(in: seeds.indices, using: &generator)])
    }
    for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes.remove(at: place)
      case 3: bytes.removeSubrange(place..<min(place + 20, bytes.count))
      default: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
      }
    }
    return bytes
  }

  @Test func `F7 5000 mutated streams are answered with replies only`() async throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let bytes = Self.stream(from: &generator)
      let (code, output) = await Connection(Recorder()).finish(bytes)
      try #require(
        code == 0 || code == 2,
        "\(code) \(String(decoding: bytes, as: UTF8.self)) -> \(String(decoding: output, as: UTF8.self))"
      )
      var parser = FrameParser(limit: 1 << 20)
      for frame in parser.feed(output) {
        guard case .message(let text) = frame else { throw RequestProblem.notObject }
        try #require(!text.contains(UInt8(ascii: "\n")))
        let reply = try JSONValue(parsing: text)
        for single in reply.array ?? [reply] {
          try #require(single["jsonrpc"] == "2.0" && single["id"] != nil)
          try #require((single["result"] == nil) != (single["error"] == nil))
        }
      }
      try #require(parser.finish() == nil)
    }
  }
}
