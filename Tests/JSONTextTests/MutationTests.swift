import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  @Test func `F7 mutated documents are rejected with a valid position or survive a round trip`()
    async throws
  {
    let run = try await FuzzTest("JSON", DocumentSeeds.mutator(512)) { bytes in
      do throws(JSONError) {
        let value = try JSONValue(parsing: bytes)
        let written = value.bytes()
        #expect(try JSONValue(parsing: written).bytes() == written)
        #expect(try JSONValue(parsing: value.bytes(.indented)).bytes() == written)
        return true
      } catch {
        try #require((0...bytes.count).contains(error.offset))
        try #require(error.line == bytes[..<error.offset].count { $0 == UInt8(ascii: "\n") } + 1)
        return false
      }
    }
    Attachment.record("\(run)", named: "json.txt")
  }
}
