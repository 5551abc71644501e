import Foundation
import IntentKit
import JSONText
import Testing

private func file(_ text: String) throws -> CallFile {
  try CallFile(json: JSONValue(parsing: text))
}

@Test func `a file holds one call`() throws {
  let call = IntentCall("StartTimer", with: ["tag": "Work"])
  #expect(try file(#"{"intent":"StartTimer","with":{"tag":"Work"}}"#) == .call(call))
  #expect(try file(#"{"with":{},"intent":"Status"}"#) == .call(IntentCall("Status")))
}

@Test func `a file holds calls in order`() throws {
  let calls = [IntentCall("A"), IntentCall("B", with: ["x": 1]), IntentCall("A")]
  let text = #"[{"intent":"A"},{"intent":"B","with":{"x":1}},{"intent":"A"}]"#
  #expect(try file(text) == .batch(calls))
  #expect(try file("[]") == .batch([]))
}

@Test(arguments: [
  ("5", "", "The whole must be an object or a list, not '5'."),
  ("{}", "/intent", "The key 'intent' is missing."),
  (#"{"intent":1}"#, "/intent", "'intent' must be a text, not '1'."),
  (#"{"intent":"A","with":[]}"#, "/with", "'with' must be an object, not '[]'."),
  (#"{"intent":"A","wiht":{}}"#, "/wiht", "There is no key 'wiht' (did you mean 'with'?)."),
  (
    #"[{"intent":"A"},{"intent":"B","with":null}]"#, "/1/with",
    "Call 2: 'with' must be an object, not 'null'."
  ),
  (#"[{"intent":"A"},"B"]"#, "/1", "Call 2 must be an object, not 'B'."),
  ("[[]]", "/0", "Call 1 must be an object, not '[]'."),
  (#"[{"intent":"A"},{},{"intent":7}]"#, "/1/intent", "Call 2: The key 'intent' is missing."),
  (#"[{"intent":"A","kee":1}]"#, "/0/kee", "Call 1: There is no key 'kee' (did you mean 'key'?)."),
  (#"{"intent":"A","0":{}}"#, "/0", "There is no key '0'."),
])
func `what is no call is named with its place`(
  text: String,
  path: String,
  sentence: String
) throws {
  let error = try #require(#expect(throws: IntentError.self) { try file(text) })
  #expect(error.outcome.error?.code == "malformedCall")
  #expect(error.outcome.error?.data["path"]?.string == path)
  #expect(error.outcome.sentence == sentence)
}

@Test func `a call is written as a file has it`() throws {
  let call = IntentCall("StartTimer", with: ["tag": "R&D"])
  #expect(call.json.text() == #"{"intent":"StartTimer","with":{"tag":"R&D"}}"#)
  #expect(IntentCall("Status").json.text() == #"{"intent":"Status"}"#)
  let data = try JSONEncoder().encode(call)
  #expect(try JSONDecoder().decode(IntentCall.self, from: data) == call)
}
