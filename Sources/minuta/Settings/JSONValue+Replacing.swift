import JSONText

extension JSONValue {
  /// Returns this value with the part at a path replaced, or removed if `value` is nil.
  ///
  /// Objects on the path are created, and so is the list of an item `0`. The number after the last
  /// one of a list appends an item.
  func replacing(_ path: ArraySlice<String>, with value: JSONValue?) -> JSONValue? {
    guard let token = path.first else { return value }
    let rest = path.dropFirst()
    if case .array(var elements) = self {
      guard let index = Int(token), 0...elements.count ~= index else { return self }
      if index == elements.count {
        return .array(
          elements + [JSONValue.object([:]).replacing(rest, with: value)].compactMap(\.self)
        )
      }
      let new = elements[index].replacing(rest, with: value)
      elements.replaceSubrange(index...index, with: [new].compactMap(\.self))
      return .array(elements)
    }
    var object = object ?? [:]
    if object[token] == nil, value == nil { return self }
    let empty: JSONValue = rest.first == "0" ? [] : [:]
    object[token] = (object[token] ?? empty).replacing(rest, with: value)
    return .object(object)
  }
}
