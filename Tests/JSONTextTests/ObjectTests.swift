import JSONText
import Testing

@Test func `a new key is appended, an existing key keeps its position, nil removes`() {
  var object: JSONObject = ["b": 1, "a": 2]
  object["c"] = 3
  object["b"] = "x"
  #expect(JSONValue.object(object).text() == #"{"b":"x","a":2,"c":3}"#)
  object["a"] = nil
  object["z"] = nil
  #expect(object.keys == ["b", "c"])
  #expect(object["a"] == nil)
  #expect(!object.isEmpty)
  #expect(JSONObject().isEmpty)
}

@Test func `the last duplicate key in a literal wins`() {
  let value: JSONValue = ["a": 1, "b": 2, "a": 3]
  #expect(value.text() == #"{"a":3,"b":2}"#)
  let object: JSONObject = ["a": 1, "a": nil]
  #expect(object["a"] == .some(.null))
}

@Test func `merging keeps positions and takes the other object's values`() {
  let merged = (["a": 1, "b": 2] as JSONObject).merging(["c": 3, "a": 4])
  #expect(JSONValue.object(merged).text() == #"{"a":4,"b":2,"c":3}"#)
}

@Test func `objects compare keys byte by byte`() {
  let composed: JSONValue = ["\u{E9}": 1]
  let decomposed: JSONValue = ["e\u{301}": 1]
  #expect(composed != decomposed)
  #expect(composed == ["\u{E9}": 1])
  #expect(Set([composed, decomposed, composed]).count == 2)
}

@Test(
  arguments: [
    (JSONValue.null, "null"), (true, "boolean"), (1, "integer"), ("", "string"), ([], "array"),
    ([:], "object"),
  ] as [(JSONValue, String)]
)
func `a value has the type name of JSON Schema`(value: JSONValue, word: String) {
  #expect(value.typeName == word)
}

@Test func `accessors for other types return nil`() {
  let value: JSONValue = [
    "text": "x", "flag": true, "number": 7, "list": [1], "object": ["a": nil],
  ]
  #expect(value["text"]?.string == "x")
  #expect(value["flag"]?.bool == true)
  #expect(value["number"]?.integer == 7)
  #expect(value["list"]?.array == [1])
  #expect(value["object"]?.object?.keys == ["a"])
  #expect(value["object"]?["a"] == .some(.null))
  #expect(value["text"]?.integer == nil)
  #expect(value["number"]?.bool == nil)
  #expect(value["flag"]?.string == nil)
  #expect(value["list"]?.object == nil)
  #expect(value["object"]?.array == nil)
  #expect(value["text"]?["a"] == nil)
}
