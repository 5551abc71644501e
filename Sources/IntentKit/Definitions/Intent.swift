public import JSONText

/// An intent together with what does it.
public struct Intent: Sendable {
  /// Does what a call asks for.
  ///
  /// The values are those that the definition's schema allows, defaults filled in. An `IntentError` or
  /// `OutcomeError` is told as it is, `CancellationError` as the cancellation it is, and any other
  /// error as a failure of the intent.
  public typealias Body = @Sendable (_ values: JSONObject, CallContext) async throws -> IntentResult

  /// What is asked for.
  public let definition: IntentDefinition
  /// What does it.
  public let body: Body
  /// What tells what a call would do, and does nothing; nil where nobody knows.
  public let plan: Body?

  /// Makes an intent of its definition as JSON.
  ///
  /// - Throws: `IntentError.invalidDefinition`.
  public init(
    _ definition: JSONValue,
    plan: Body? = nil,
    body: @escaping Body
  ) throws(IntentError) {
    self.init(try IntentDefinition(json: definition), plan: plan, body: body)
  }

  /// Makes an intent of its definition.
  public init(_ definition: IntentDefinition, plan: Body? = nil, body: @escaping Body) {
    self.definition = definition
    self.plan = plan
    self.body = body
  }
}

/// A provider that has a list of intents, in its order.
///
/// Those that change nothing, or have a plan, can be rehearsed; what it takes to rehearse others, a
/// provider of one's own has to know.
public struct StaticIntentProvider: IntentProvider {
  private let intents: [Intent]
  /// Whether one client's calls may overtake each other: true where they share nothing.
  public let allowsConcurrentCalls: Bool
  private let isDryRun: Bool

  /// Makes a provider; of two intents with one id the first counts.
  public init(_ intents: [Intent], allowsConcurrentCalls: Bool = false) {
    self.init(intents, allowsConcurrentCalls, isDryRun: false)
  }

  private init(_ intents: [Intent], _ allowsConcurrentCalls: Bool, isDryRun: Bool) {
    self.intents = intents
    self.allowsConcurrentCalls = allowsConcurrentCalls
    self.isDryRun = isDryRun
  }

  /// The intents' definitions, in their order.
  public func definitions() -> [IntentDefinition] { intents.map(\.definition) }

  /// Has the intent that is asked for done.
  public func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult {
    let id = call.definition.id
    guard let intent = intents.first(where: { $0.definition.id == id }) else {
      throw .unknownIntent(id, near: nil)
    }
    var body = intent.body
    if isDryRun, !intent.definition.effects.readOnly {
      guard let plan = intent.plan else { throw .dryRunUnsupported(id) }
      body = plan
    }
    do {
      return try await body(call.values, context)
    } catch {
      throw IntentError(error, in: id)
    }
  }

  /// A list that does only what changes nothing.
  public func dryRunCopy() async -> (any IntentProvider)? {
    StaticIntentProvider(intents, allowsConcurrentCalls, isDryRun: true)
  }
}

extension IntentError {
  /// Any error that the body of an intent threw, as the engine tells it.
  public init(_ error: any Error, in intent: String) {
    self =
      switch error {
      case let error as IntentError: error
      case let error as OutcomeError: .failed(error)
      case is CancellationError: .cancelled
      default:
        .failed(
          OutcomeError(
            .failure,
            code: "internal",
            message: "The intent \(intent.quoted) failed: \(error)."
          )
        )
      }
  }
}
