import JSONText

/// A value of a run; in a dry run, parts of it may not be known.
struct WorkflowDatum: Sendable, Equatable {
  /// What stands in the place of what is not known.
  static let mark: JSONValue = "?"

  private(set) var json: JSONValue
  /// The ways to what is not known.
  private(set) var unknown: [JSONPointer] = []

  init(_ json: JSONValue) {
    self.json = json
  }

  static let unknown = WorkflowDatum(mark, unknown: [JSONPointer()])

  private init(_ json: JSONValue, unknown: [JSONPointer]) {
    self.json = json
    self.unknown = unknown
  }

  var isKnown: Bool { unknown.isEmpty }

  /// A list of values.
  init(list: [WorkflowDatum]) {
    json = .array(list.map(\.json))
    for (index, datum) in list.enumerated() { take(datum.unknown, under: String(index)) }
  }

  /// An object of values.
  init(members: [(name: String, value: WorkflowDatum)]) {
    var object = JSONObject()
    for member in members { object[member.name] = member.value.json }
    json = .object(object)
    for member in members { take(member.value.unknown, under: member.name) }
  }

  private mutating func take(_ pointers: [JSONPointer], under token: String) {
    unknown += pointers.map { JSONPointer([token] + $0.tokens) }
  }

  /// The value that a way leads to; nil where it leads nowhere.
  func value(at tokens: ArraySlice<String>) -> WorkflowDatum? {
    if unknown.contains(where: { tokens.starts(with: $0.tokens) }) { return .unknown }
    guard let json = json.value(at: JSONPointer(Array(tokens))) else { return nil }
    let within = unknown.filter { $0.tokens.starts(with: tokens) }
    let rest = within.map { JSONPointer(Array($0.tokens.dropFirst(tokens.count))) }
    return WorkflowDatum(json, unknown: rest)
  }

  /// The elements of a list; nil for anything else.
  var elements: [WorkflowDatum]? {
    json.array?.indices.compactMap { value(at: [String($0)]) }
  }
}
