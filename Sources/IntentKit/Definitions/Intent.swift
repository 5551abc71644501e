public import JSONText

/// An intent: its definition and its implementation.
public struct Intent: Sendable {
  /// A function that runs a call of the intent.
  ///
  /// The values are valid for the definition's schema and include its defaults. A thrown
  /// `Failure` becomes the outcome unchanged, `CancellationError` becomes a cancelled outcome, and
  /// any other error an internal failure.
  public typealias Body = @Sendable (_ values: JSONObject, CallContext) async throws -> IntentResult

  /// The definition of the intent.
  public let definition: IntentDefinition
  /// The function that runs the intent.
  public let body: Body
  /// A function that describes what a call would do, without doing it; nil if the intent doesn't
  /// support dry runs.
  public let plan: Body?

  /// Creates an intent from its definition as JSON.
  ///
  /// - Throws: `Failure.invalidDefinition`.
  public init(
    _ definition: JSONValue,
    plan: Body? = nil,
    body: @escaping Body
  ) throws(Failure) {
    self.init(try IntentDefinition(json: definition), plan: plan, body: body)
  }

  /// Creates an intent from its definition.
  public init(_ definition: IntentDefinition, plan: Body? = nil, body: @escaping Body) {
    self.definition = definition
    self.plan = plan
    self.body = body
  }
}

/// A provider with a fixed list of intents.
///
/// Its dry runs support only intents that are read-only or have a `plan`. To support others, write
/// your own provider.
public struct StaticIntentProvider: IntentProvider {
  private let intents: [Intent]
  /// The abilities that the intents have in common.
  public let capabilities: ProviderCapabilities
  private let isDryRun: Bool

  /// Creates a provider of the given intents.
  ///
  /// If two intents have the same ID, the first one is used.
  public init(_ intents: [Intent], capabilities: ProviderCapabilities = []) {
    self.init(intents, capabilities, isDryRun: false)
  }

  private init(_ intents: [Intent], _ capabilities: ProviderCapabilities, isDryRun: Bool) {
    self.intents = intents
    self.capabilities = capabilities
    self.isDryRun = isDryRun
  }

  /// Returns the definitions of the intents, in the order in which they were given.
  public func definitions() -> [IntentDefinition] { intents.map(\.definition) }

  /// Runs a call of one of the intents.
  public func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
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
      throw Failure(error, in: id)
    }
  }

  /// Returns a copy for dry runs, which runs read-only intents and only plans calls of the others.
  public func dryRunCopy() async -> (any IntentProvider)? {
    StaticIntentProvider(intents, capabilities, isDryRun: true)
  }
}
