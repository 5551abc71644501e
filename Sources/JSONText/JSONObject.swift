/// The members of a JSON object in the order of their text; no two have one name.
///
/// Names are compared by their bytes: two spellings of `é` are two names.
public struct JSONObject: Sendable, Hashable {
  /// A name and its value.
  public struct Member: Sendable, Hashable {
    /// The name.
    public let key: String
    /// The value.
    public var value: JSONValue

    /// Whether name and value are the same.
    public static func == (first: Member, second: Member) -> Bool {
      first.key.hasSameBytes(as: second.key) && first.value == second.value
    }
  }

  /// The members in order.
  public private(set) var members: [Member]

  /// Makes an object without members.
  public init() {
    members = []
  }

  /// Takes the members of a dictionary, sorted by their names.
  public init(sorting dictionary: [String: JSONValue]) {
    members = dictionary.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value) }
  }

  /// Takes members whose names are known to differ.
  init(unchecked members: [Member]) {
    self.members = members
  }

  /// The names in order.
  public var keys: [String] { members.map(\.key) }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value under a name.
  ///
  /// Setting a new name adds it at the end; setting nil removes it.
  public subscript(key: String) -> JSONValue? {
    get {
      members.first { $0.key.hasSameBytes(as: key) }?.value
    }
    set {
      let index = members.firstIndex { $0.key.hasSameBytes(as: key) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The members of both; where both have a name, the value of `other` counts.
  public func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other.members { merged[member.key] = member.value }
    return merged
  }
}

extension String {
  /// `==` holds for any two spellings of one text; names in JSON are their bytes.
  func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; of members with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}
