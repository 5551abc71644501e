import JSONText
import Testing

private func nested(_ depth: Int, _ opening: String, _ closing: String) -> String {
  String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
}

@Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
func `512 levels are accepted, 513 are rejected`(opening: String, closing: String) throws {
  let levels = opening.filter { $0 == "[" || $0 == "{" }.count
  let text = nested(512 / levels, opening, closing)
  #expect(try JSONValue(parsing: text).text() == text)
  let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(text)]") }
  #expect(error?.problem == .tooDeep(limit: 512))
  #expect(error?.pointer.tokens.count == 512)
}

@Test func `a million brackets are rejected without a crash`() {
  let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
  let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  #expect(error?.problem == .tooDeep(limit: 512))
  #expect(error?.offset == 512)
}

@Test func `the limit applies to the depth, not the number of brackets`() throws {
  let text = "[" + Array(repeating: "[[]],{\"a\":[]}", count: 1000).joined(separator: ",") + "]"
  #expect(try JSONValue(parsing: text, limits: JSONLimits(depth: 3)).array?.count == 2000)
  #expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: JSONLimits(depth: 2)) }
}

@Test func `a text of the maximum size is accepted, one more byte is rejected`() throws {
  let limits = JSONLimits(bytes: 5)
  #expect(try JSONValue(parsing: "\"é1\"", limits: limits).string == "é1")
  let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "\"é12\"", limits: limits) }
  #expect(error?.problem == .tooLarge(limit: 5))
  #expect(error?.offset == 0)
}

@Test func `the default limits are 512 levels and 16 MiB`() {
  #expect(JSONLimits().depth == 512)
  #expect(JSONLimits().bytes == 16 * 1024 * 1024)
}
