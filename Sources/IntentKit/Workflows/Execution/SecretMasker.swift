import JSONText

/// Replaces secret arguments with `***` in traces and plans.
struct SecretMasker: Sendable {
  private static let mark = "***"

  /// The secret texts, longest first, because a shorter one may be part of a longer one.
  private let texts: [String]

  /// Creates a masker for the values of parameters that are marked as secret.
  init(of values: JSONObject, in parameters: JSONObject) {
    self.init(Self.texts(in: values, parameters))
  }

  private init(_ texts: [String]) {
    self.texts = texts.sorted { $0.count > $1.count }
  }

  /// Returns a masker that also masks the secret arguments of a call.
  func adding(_ values: JSONValue, of definition: IntentDefinition?) -> SecretMasker {
    guard let definition, let values = values.object else { return self }
    let more = Self.texts(in: values, definition.parameters)
    return more.isEmpty ? self : SecretMasker(texts + more)
  }

  private static func texts(in values: JSONObject, _ parameters: JSONObject) -> [String] {
    (parameters["properties"]?.object?.members ?? [])
      .filter { $0.value["x-minuta-secret"] == true }
      .compactMap { values[$0.key] }.flatMap(leaves).filter { !$0.isEmpty }
  }

  private static func leaves(_ json: JSONValue) -> [String] {
    switch json {
    case .string(let text): [text]
    case .number(let number): [number.text]
    case .array(let elements): elements.flatMap(leaves)
    case .object(let object): object.members.flatMap { leaves($0.value) }
    case .null, .bool: []
    }
  }

  func masked(_ error: Failure) -> Failure {
    var notice = error.notice.rewording(masked)
    notice.commands = notice.commands.map(masked)
    return Failure(
      error.kind,
      code: error.code,
      message: notice,
      data: masked(.object(error.data)).object ?? [:]
    )
  }

  func masked(_ json: JSONValue) -> JSONValue {
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
