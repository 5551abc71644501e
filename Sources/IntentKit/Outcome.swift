public import JSONText

/// What a call answers.
public enum Outcome: Sendable, Equatable {
  /// It was done.
  case ok(Answer)
  /// It would be done so; nothing was changed.
  case planned(Answer)
  /// It was not done.
  case failed(OutcomeError)
  /// It was not done, and can be once its caller gives a value.
  case needsInput(Needs)
  /// Something else has what it needs; trying again later helps.
  case busy(OutcomeError)

  /// The one word for the outcome.
  public var status: String {
    switch self {
    case .ok: "ok"
    case .planned: "planned"
    case .failed: "failed"
    case .needsInput: "needsInput"
    case .busy: "busy"
    }
  }

  /// What was answered; nil where nothing was done.
  public var answer: Answer? {
    switch self {
    case .ok(let answer), .planned(let answer): answer
    case .failed, .busy, .needsInput: nil
    }
  }

  /// What stood in the way; nil where nothing did.
  public var error: OutcomeError? {
    switch self {
    case .ok, .planned, .needsInput: nil
    case .failed(let error), .busy(let error): error
    }
  }

  /// One plain sentence for a person.
  public var sentence: String {
    switch self {
    case .ok(let answer), .planned(let answer): answer.dialog
    case .needsInput(let needs): needs.message
    case .failed(let error), .busy(let error): error.message
    }
  }

  /// The outcome as every door writes it.
  public var json: JSONValue {
    switch self {
    case .ok(let answer), .planned(let answer): answer.json(status: status)
    case .needsInput(let needs):
      [
        "status": .string(status), "dialog": .string(needs.message), "needs": needs.json,
      ]
    case .failed(let error), .busy(let error):
      ["status": .string(status), "dialog": .string(error.message), "error": error.json]
    }
  }
}

/// The value of a call that was done and one plain sentence about it.
public struct Answer: Sendable, Equatable {
  /// The value; its shape is the definition's `result`.
  public let value: JSONObject
  /// One plain sentence.
  public var dialog: String

  /// What the call would do, where it was tried and not done.
  public var plan: Plan?

  /// Whether it was answered before, to the same call with the same key, and nothing was done now.
  public var isRepeated: Bool

  /// What it was made from; nil where it may be another the next moment.
  public var stamp: AnswerStamp?

  /// Makes an answer.
  public init(
    _ value: JSONObject,
    dialog: String,
    plan: Plan? = nil,
    isRepeated: Bool = false
  ) {
    self.value = value
    self.dialog = dialog
    self.plan = plan
    self.isRepeated = isRepeated
  }

  fileprivate func json(status: String) -> JSONValue {
    var json: JSONObject = [
      "status": .string(status), "value": .object(value), "dialog": .string(dialog),
    ]
    if isRepeated { json["repeated"] = true }
    json["plan"] = plan?.json
    return .object(json)
  }
}
