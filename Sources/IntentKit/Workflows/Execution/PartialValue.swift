import JSONText

/// A JSON value in a workflow run, parts of which may be unknown in a dry run.
struct PartialValue: Sendable, Equatable {
  /// The JSON that stands for an unknown value.
  static let unknownMarker: JSONValue = "?"

  private(set) var json: JSONValue
  /// The locations of those parts of the value that are unknown.
  private(set) var unknown: [JSONPointer] = []

  init(_ json: JSONValue) {
    self.json = json
  }

  static let unknown = PartialValue(unknownMarker, unknown: [JSONPointer()])

  private init(_ json: JSONValue, unknown: [JSONPointer]) {
    self.json = json
    self.unknown = unknown
  }

  var isKnown: Bool { unknown.isEmpty }

  /// Creates a list of values that may be partly unknown.
  init(list: [PartialValue]) {
    json = .array(list.map(\.json))
    for (index, value) in list.enumerated() { addUnknown(value.unknown, under: String(index)) }
  }

  /// Creates an object of values that may be partly unknown.
  init(members: [(name: String, value: PartialValue)]) {
    var object = JSONObject()
    for member in members { object[member.name] = member.value.json }
    json = .object(object)
    for member in members { addUnknown(member.value.unknown, under: member.name) }
  }

  private mutating func addUnknown(_ pointers: [JSONPointer], under token: String) {
    unknown += pointers.map { JSONPointer([token] + $0.tokens) }
  }

  /// Returns the part of the value at a path, or nil if there is none.
  func value(at tokens: ArraySlice<String>) -> PartialValue? {
    if unknown.contains(where: { tokens.starts(with: $0.tokens) }) { return .unknown }
    guard let json = json.value(at: JSONPointer(Array(tokens))) else { return nil }
    let within = unknown.filter { $0.tokens.starts(with: tokens) }
    let rest = within.map { JSONPointer(Array($0.tokens.dropFirst(tokens.count))) }
    return PartialValue(json, unknown: rest)
  }

  /// The elements of a list; nil if the value isn't a list.
  var elements: [PartialValue]? {
    json.array?.indices.compactMap { value(at: [String($0)]) }
  }
}
