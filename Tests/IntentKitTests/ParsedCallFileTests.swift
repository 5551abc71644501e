import Foundation
import IntentKit
import JSONText
import Testing

private func file(_ text: String) throws -> ParsedCallFile {
  try ParsedCallFile(json: JSONValue(parsing: text))
}

@Test func `a call file may contain one call`() throws {
  let call = IntentCall("StartTimer", with: ["tag": "Work"])
  #expect(try file(#"{"intent":"StartTimer","with":{"tag":"Work"}}"#) == .call(call))
  #expect(try file(#"{"with":{},"intent":"Status"}"#) == .call(IntentCall("Status")))
}

@Test func `a call file may contain a list of calls`() throws {
  let calls = [IntentCall("A"), IntentCall("B", with: ["x": 1]), IntentCall("A")]
  let text = #"[{"intent":"A"},{"intent":"B","with":{"x":1}},{"intent":"A"}]"#
  #expect(try file(text) == .batch(calls))
  #expect(try file("[]") == .batch([]))
}

@Test(arguments: [
  ("5", ""), ("{}", "/intent"), (#"{"intent":1}"#, "/intent"),
  (#"{"intent":"A","with":[]}"#, "/with"), (#"{"intent":"A","wiht":{}}"#, "/wiht"),
  (#"[{"intent":"A"},{"intent":"B","with":null}]"#, "/1/with"),
  (#"[{"intent":"A"},"B"]"#, "/1"), ("[[]]", "/0"),
  (#"[{"intent":"A"},{},{"intent":7}]"#, "/1/intent"),
  (#"[{"intent":"A","kee":1}]"#, "/0/kee"), (#"{"intent":"A","0":{}}"#, "/0"),
])
func `an invalid call file is reported with the location`(text: String, path: String) throws {
  let error = try #require(#expect(throws: Failure.self) { try file(text) })
  #expect(error.code == "malformedCall")
  #expect(error.data["path"]?.string == path)
}

@Test func `a call encodes as in a call file`() throws {
  let call = IntentCall("StartTimer", with: ["tag": "R&D"])
  #expect(call.json.text() == #"{"intent":"StartTimer","with":{"tag":"R&D"}}"#)
  #expect(IntentCall("Status").json.text() == #"{"intent":"Status"}"#)
  let data = try JSONEncoder().encode(call)
  #expect(try JSONDecoder().decode(IntentCall.self, from: data) == call)
}
