import JSONText

extension JSONValue {
  /// Returns this value with the part at a path replaced, or removed if `value` is nil.
  ///
  /// Objects on the path are created.
  func replacing(_ path: ArraySlice<String>, with value: JSONValue?) -> JSONValue? {
    guard let token = path.first else { return value }
    let rest = path.dropFirst()
    if case .array(var elements) = self {
      guard let index = Int(token), elements.indices.contains(index) else { return self }
      let new = elements[index].replacing(rest, with: value)
      elements.replaceSubrange(index...index, with: [new].compactMap(\.self))
      return .array(elements)
    }
    var object = object ?? [:]
    if object[token] == nil, value == nil { return self }
    object[token] = (object[token] ?? [:]).replacing(rest, with: value)
    return .object(object)
  }
}
