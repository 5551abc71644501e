/// A JSON object: members with unique keys, in the order in which they were written.
///
/// Keys are compared byte by byte, so two Unicode spellings of `é` are different keys.
public struct JSONObject: Sendable, Hashable {
  /// A member of the object: a key and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value.
    public var value: JSONValue

    /// Returns whether the keys have the same bytes and the values are equal.
    public static func == (first: Member, second: Member) -> Bool {
      first.key.hasSameBytes(as: second.key) && first.value == second.value
    }
  }

  /// The members, in order.
  public private(set) var members: [Member]

  /// Creates an empty object.
  public init() {
    members = []
  }

  /// Creates an object with the members of a dictionary, sorted by key.
  public init(sorting dictionary: [String: JSONValue]) {
    members = dictionary.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value) }
  }

  /// Creates an object from members that are known to have unique keys.
  init(unchecked members: [Member]) {
    self.members = members
  }

  /// The keys in order.
  public var keys: [String] { members.map(\.key) }

  /// Whether the object has no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value for a key; nil if there is none.
  ///
  /// Setting a new key appends a member; setting nil removes the member.
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

  /// The key of a comment, which readers ignore.
  public static let commentKey = "$comment"

  /// The object without its comment.
  public var withoutComment: JSONObject {
    var object = self
    object[Self.commentKey] = nil
    return object
  }

  /// Returns the members of both objects.
  ///
  /// For keys in both, the value of `other` wins.
  public func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other.members { merged[member.key] = member.value }
    return merged
  }

  /// Returns the members with the values that `transform` returns, without those for which it
  /// returns nil.
  public func compactMapValues(_ transform: (Member) -> JSONValue?) -> JSONObject {
    JSONObject(
      unchecked: members.compactMap { member in
        transform(member).map { Member(key: member.key, value: $0) }
      }
    )
  }
}

extension String {
  /// Returns whether both strings have the same UTF-8 bytes.
  ///
  /// By contrast, `==` ignores differences in Unicode spelling, such as two ways to write `é`.
  func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; the last of several members with the same key wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}
