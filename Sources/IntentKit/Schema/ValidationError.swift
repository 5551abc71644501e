public import JSONText

/// An error for a value that violates its schema, or a rule that the schema can't express.
public struct ValidationError: Error, Sendable, Equatable {
  /// The kinds of problems.
  public enum Kind: Sendable, Equatable {
    /// A required member is missing.
    case missing
    /// One of several members is required.
    case missingOneOf([String])
    /// The name of a member is unknown; `near` is a similar name, and `group` the name of the member
    /// into which others belong.
    case unknownName(near: String?, group: String? = nil)
    /// The value has the wrong JSON type.
    case wrongType(expected: [String], found: JSONValue)
    /// The value isn't one of the choices.
    case notOneOf([JSONValue], found: JSONValue)
    /// The number is outside its limits.
    case outOfRange(minimum: JSONNumber?, maximum: JSONNumber?, found: JSONValue)
    /// The string has too few or too many characters.
    case wrongLength(minimum: Int?, maximum: Int?, found: Int)
    /// The array has too few or too many items.
    case wrongCount(minimum: Int?, maximum: Int?, found: Int)
    /// The array contains a value twice.
    case repeatedItem(JSONValue)
    /// The string doesn't have the required format.
    case invalidFormat(expected: String, found: JSONValue)
    /// The value can't be combined with another one, named by `with`.
    case conflict(with: String)
    /// The reference points to something that can't exist; `near` is a similar name.
    case danglingReference(String, near: String?)
    /// The value is allowed only together with another one, named by the text.
    case requires(String)
    /// Values of two different types are compared.
    case notComparable([String], [String])
    /// The reference reads a step that hasn't run yet.
    case stepHasNotRun(step: String)
    /// The reference reads a loop item, but isn't inside a loop.
    case outsideLoop
    /// The reference reads an event, but the workflow isn't a hook.
    case outsideHook
    /// The type of a value or reference isn't one of the expected types.
    case typeMismatch(String?, expected: [String], found: [String])
    /// A retry could run the intent's effects twice.
    case unsafeRetry(String, supportsIdempotencyKeys: Bool)
    /// The intent doesn't support idempotency keys.
    case idempotencyKeysUnsupported(String)
    /// The intent ID is unknown; `near` is a similar ID.
    case unknownIntent(String, near: String?)
    /// Workflows call each other in a cycle.
    case callCycle([String])
    /// The intent can't be used, for the reason given by the text.
    case unusableIntent(String)
    /// A workflow that this one calls is invalid.
    indirect case invalidNestedWorkflow(String, ValidationError)
    /// No single source is allowed to call all the intents of the workflow.
    case noCommonSource
    /// The ID already belongs to another intent.
    case idTaken(String)
    /// A Swift type and a schema differ; the second text is a sentence about the difference.
    case differentType(String, String)
  }

  /// The location of the invalid value in its document.
  public let pointer: JSONPointer
  /// The kind of problem.
  public let kind: Kind

  /// Whether a value is missing, so that asking the caller for it could solve the problem.
  var isMissing: Bool {
    switch kind {
    case .missing, .missingOneOf: true
    default: false
    }
  }

  /// Creates an error for the value at a pointer.
  public init(_ pointer: JSONPointer, _ kind: Kind) {
    self.pointer = pointer
    self.kind = kind
  }

  /// Creates an error for a parameter of a call.
  public init(_ parameter: String, _ kind: Kind) {
    self.init(JSONPointer([parameter]), kind)
  }
}
