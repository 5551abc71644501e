public import JSONText

/// What a call answers.
public enum Outcome: Sendable, Equatable {
  /// It was done.
  case ok(IntentResult)
  /// It would be done so; nothing was changed.
  case planned(IntentResult)
  /// It was not done.
  case failed(OutcomeError)
  /// It was not done, and can be once its caller gives a value.
  case needsInput(InputRequest)
  /// Something else has what it needs; trying again later helps.
  case busy(OutcomeError)
  /// It took too long.
  case timeout(OutcomeError)
  /// It was not done, or not to its end, since its caller wants it no more.
  case cancelled

  /// The one word for the outcome.
  public var status: String {
    switch self {
    case .ok: "ok"
    case .planned: "planned"
    case .failed: "failed"
    case .needsInput: "needsInput"
    case .busy: "busy"
    case .timeout: "timeout"
    case .cancelled: "cancelled"
    }
  }

  /// What was answered; nil where nothing was done.
  public var result: IntentResult? {
    switch self {
    case .ok(let answer), .planned(let answer): answer
    case .failed, .busy, .timeout, .cancelled, .needsInput: nil
    }
  }

  /// What stood in the way; nil where nothing did.
  public var error: OutcomeError? {
    switch self {
    case .ok, .planned, .needsInput: nil
    case .cancelled: OutcomeError(.failure, code: status, message: sentence)
    case .failed(let error), .busy(let error), .timeout(let error): error
    }
  }

  /// One plain sentence for a person.
  public var sentence: String {
    switch self {
    case .ok(let answer), .planned(let answer): answer.dialog
    case .needsInput(let needs): needs.message
    case .cancelled: "The call was cancelled."
    case .failed(let error), .busy(let error), .timeout(let error): error.message
    }
  }

  /// The outcome as every door writes it.
  public var json: JSONValue {
    switch self {
    case .ok(let answer), .planned(let answer): answer.json(status: status)
    case .needsInput(let needs):
      [
        "status": .string(status), "dialog": .string(needs.message), "inputRequest": needs.json,
      ]
    case .cancelled: ["status": .string(status), "dialog": .string(sentence)]
    case .failed(let error), .busy(let error), .timeout(let error):
      ["status": .string(status), "dialog": .string(error.message), "error": error.json]
    }
  }
}

/// The value of a call that was done and one plain sentence about it.
public struct IntentResult: Sendable, Equatable {
  /// The value; its shape is the definition's `result`.
  public let value: JSONObject
  /// One plain sentence.
  public var dialog: String

  /// What the call would do, where it was tried and not done.
  public var plan: DryRunPlan?

  /// What it says in the blocks of the Model Context Protocol, where it came so; passed on as it is.
  public var content: Content?

  /// Blocks of content.
  public struct Content: Sendable, Equatable {
    /// The blocks.
    public let blocks: [JSONValue]
    /// Whether the value is nothing but these blocks.
    public let isWhole: Bool

    /// Makes content.
    public init(_ blocks: [JSONValue], isWhole: Bool) {
      self.blocks = blocks
      self.isWhole = isWhole
    }
  }

  /// Whether it was answered before, to the same call with the same key, and nothing was done now.
  public var isRepeated: Bool

  /// The run of a workflow that made it; nil where none did.
  public var run: String?

  /// The number of the entry that the call added to the history; nil where it changed nothing.
  public var revision: Int?

  /// The number of the last entry of the history when the value was read; nil where it is not known.
  public var dataRevision: Int?

  /// What the call made happen, where anybody wants to know.
  public var events: [IntentEvent] = []

  /// What it was made from; nil where it may be another the next moment.
  public var cacheValidator: CacheValidator?

  /// Makes an answer.
  public init(
    _ value: JSONObject,
    dialog: String,
    plan: DryRunPlan? = nil,
    content: Content? = nil,
    isRepeated: Bool = false,
    run: String? = nil
  ) {
    self.value = value
    self.dialog = dialog
    self.plan = plan
    self.content = content
    self.isRepeated = isRepeated
    self.run = run
  }

  fileprivate func json(status: String) -> JSONValue {
    var json: JSONObject = [
      "status": .string(status), "value": .object(value), "dialog": .string(dialog),
    ]
    json["revision"] = revision.map { .number(JSONNumber($0)) }
    if isRepeated { json["repeated"] = true }
    json["run"] = run.map { .string($0) }
    json["plan"] = plan?.json
    return .object(json)
  }
}
