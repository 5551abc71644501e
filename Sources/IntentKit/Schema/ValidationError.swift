public import JSONText

/// A value that is not what it must be.
public struct ValidationError: Error, Sendable, Equatable {
  /// What can be the matter.
  public enum Kind: Sendable, Equatable {
    /// A member that must be there is not.
    case missing
    /// The member is the next of some that go together and are not enough, in words.
    case missingOneOf(String)
    /// A member has a name that means nothing here; there may be one like it.
    case unknownName(near: String?)
    /// The value is of another JSON type.
    case wrongType(expected: [String], found: JSONValue)
    /// The value is none of the choices.
    case notOneOf([JSONValue], found: JSONValue)
    /// The number lies outside its limits.
    case outOfRange(minimum: JSONNumber?, maximum: JSONNumber?, found: JSONValue)
    /// The text or list is shorter or longer than it may be.
    case wrongLength(minimum: Int?, maximum: Int?, found: Int)
    /// The list holds a value twice.
    case repeatedItem(JSONValue)
    /// The text does not read as what it must be.
    case invalidFormat(expected: String, found: JSONValue)
    /// The value cannot stand beside another.
    case conflict(with: String)
    /// A reference leads to nothing there could be; there may be something like it.
    case danglingReference(String, near: String?)
    /// The value means nothing without another.
    case requires(String)
    /// Values of two types stand where they are compared.
    case notComparable([String], [String])
    /// A reference leads to a step whose result is not there yet.
    case stepHasNotRun(step: String)
    /// A reference is for what is done for each of several.
    case outsideLoop
    /// A reference is for what is done at an event.
    case outsideHook
    /// What is made, by a reference or otherwise, is of another type than what is wanted.
    case typeMismatch(String?, expected: [String], found: [String])
    /// An intent that is done twice where it is tried again.
    case unsafeRetry(String, supportsIdempotencyKeys: Bool)
    /// An intent keeps no keys.
    case idempotencyKeysUnsupported(String)
    /// There is no such intent; there may be one like it.
    case unknownIntent(String, near: String?)
    /// Workflows call each other in a circle.
    case callCycle([String])
    /// What is called cannot be used, for a reason that is told elsewhere.
    case unusableIntent(String)
    /// A workflow that is called is wrong itself.
    indirect case invalidNestedWorkflow(String, ValidationError)
    /// What is called may not be asked for by any one way in.
    case noCommonSource
    /// The id belongs to something else.
    case idTaken(String)
  }

  /// The way to the value.
  public let pointer: JSONPointer
  /// What is the matter.
  public let kind: Kind

  /// Whether a value helps that is not there yet.
  var isMissing: Bool {
    switch kind {
    case .missing, .missingOneOf: true
    default: false
    }
  }

  /// Names a value and what is the matter with it.
  public init(_ pointer: JSONPointer, _ kind: Kind) {
    self.pointer = pointer
    self.kind = kind
  }

  /// Names a parameter and what is the matter with it.
  public init(_ parameter: String, _ kind: Kind) {
    self.init(JSONPointer([parameter]), kind)
  }
}
