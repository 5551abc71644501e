import JSONText

extension JSONValue {
  /// The value in the output format of `oracle.py`, which parses with Python: numbers as their
  /// text, strings as code points, members in order.
  var canonicalForm: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.text
    case .string(let text): Self.codePoints(of: text)
    case .array(let elements): "[" + elements.map(\.canonicalForm).joined(separator: ",") + "]"
    case .object(let object):
      "{" + object.members.map(Self.canonicalForm).joined(separator: ",") + "}"
    }
  }

  private static func canonicalForm(of member: JSONObject.Member) -> String {
    codePoints(of: member.key) + ":" + member.value.canonicalForm
  }

  private static func codePoints(of text: String) -> String {
    "\"" + text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: ".") + "\""
  }
}
