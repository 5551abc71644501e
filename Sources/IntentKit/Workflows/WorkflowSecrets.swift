import JSONText

/// Keeps what is secret out of traces.
struct WorkflowSecrets: Sendable {
  private static let mark = "***"

  private let texts: [String]

  /// Learns the values of parameters that are marked as secret.
  init(of values: JSONObject, in parameters: JSONObject) {
    texts = Self.names(in: parameters).compactMap { values[$0] }.map { $0.string ?? $0.text() }
      .filter { !$0.isEmpty }
  }

  private static func names(in parameters: JSONObject) -> [String] {
    (parameters["properties"]?.object?.members ?? [])
      .filter { $0.value["x-minuta-secret"] == true }.map(\.key)
  }

  /// The values of a call without what is secret in them.
  func masked(_ values: JSONValue, of definition: IntentDefinition?) -> JSONValue {
    guard case .object(var members) = values else { return masked(values) }
    for name in definition.map({ Self.names(in: $0.parameters) }) ?? [] where members[name] != nil {
      members[name] = .string(Self.mark)
    }
    return masked(.object(members))
  }

  func masked(_ error: OutcomeError) -> OutcomeError {
    OutcomeError(
      error.kind,
      code: error.code,
      message: masked(error.message),
      data: masked(.object(error.data)).object ?? [:]
    )
  }

  private func masked(_ json: JSONValue) -> JSONValue {
    if texts.isEmpty { return json }
    switch json {
    case .string(let text): return .string(masked(text))
    case .number(let number): return texts.contains(number.text) ? .string(Self.mark) : json
    case .array(let elements): return .array(elements.map(masked))
    case .object(let object):
      var copy = JSONObject()
      for member in object.members { copy[masked(member.key)] = masked(member.value) }
      return .object(copy)
    case .null, .bool: return json
    }
  }

  private func masked(_ text: String) -> String {
    texts.reduce(text) { $0.replacing($1, with: Self.mark) }
  }
}
