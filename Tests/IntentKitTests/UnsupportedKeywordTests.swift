import IntentKit
import JSONText
import Testing

private func unchecked(_ schema: String) throws -> [String] {
  let schema = try #require(try JSONValue(parsing: schema).object)
  return SchemaValidator(schema).unsupportedKeywords(at: JSONPointer(["s"])).map(\.description)
}

@Test(arguments: [
  "{}",
  #"{"type":"string","title":"","description":"","default":1,"examples":[],"format":"date"}"#,
  #"{"type":["integer","null"],"minimum":0,"maximum":1.5,"x-minuta-type":"moment"}"#,
  #"{"minLength":0,"maxLength":1,"minItems":1,"maxItems":2.0,"uniqueItems":false}"#,
  #"{"enum":[1],"const":null,"oneOf":[{"const":1,"title":"One"}],"required":["a"]}"#,
  #"{"properties":{"pattern":{"type":"string"},"x":true},"additionalProperties":false}"#,
  #"{"properties":{"items":false}}"#, #"{"items":false}"#,
  #"{"items":true,"additionalProperties":{"type":"string"}}"#,
])
func `supported keywords aren't reported`(schema: String) throws {
  #expect(try unchecked(schema) == [])
}

@Test(arguments: [
  (#"{"pattern":"a","type":"string","$ref":"x"}"#, ["/s/pattern", "/s/$ref"]),
  (
    #"{"properties":{"a":{"minlength":1},"b":1}}"#,
    ["/s/properties/a/minlength", "/s/properties/b"]
  ),
  (#"{"items":{"items":{"not":{}}}}"#, ["/s/items/items/not"]),
  (#"{"items":7}"#, ["/s/items"]),
  (#"{"items":[{"type":"string"}]}"#, ["/s/items"]),
  (#"{"additionalProperties":{"minProperties":1}}"#, ["/s/additionalProperties/minProperties"]),
  (#"{"oneOf":[{"const":1},{"type":"string"}]}"#, ["/s/oneOf"]),
  (#"{"type":"strin","minimum":"1"}"#, ["/s/type", "/s/minimum"]),
  (
    #"{"maxLength":-1,"minItems":1.5,"uniqueItems":1}"#,
    ["/s/maxLength", "/s/minItems", "/s/uniqueItems"]
  ),
  (#"{"enum":"a","required":"a","properties":[]}"#, ["/s/enum", "/s/required", "/s/properties"]),
])
func `unsupported keywords are reported`(schema: String, pointers: [String]) throws {
  #expect(try unchecked(schema) == pointers)
}
