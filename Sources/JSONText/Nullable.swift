/// A member that is encoded as `null` if it has no value, instead of being left out.
///
/// Decoding requires the member.
@propertyWrapper
public struct Nullable<Wrapped> {
  /// The value; nil for `null`.
  public var wrappedValue: Wrapped?

  /// Creates the member.
  public init(wrappedValue: Wrapped?) {
    self.wrappedValue = wrappedValue
  }
}

extension Nullable: Sendable where Wrapped: Sendable {}
extension Nullable: Equatable where Wrapped: Equatable {}

extension Nullable: Codable where Wrapped: Codable {
  /// Decodes a value or `null`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Wrapped.self)
  }

  /// Encodes the value or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}
