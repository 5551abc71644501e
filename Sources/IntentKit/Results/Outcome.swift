public import JSONText

/// The outcome of a call.
public enum Outcome: Sendable, Equatable {
  /// The call succeeded.
  case ok(IntentResult)
  /// The call was a dry run; nothing was changed.
  case planned(IntentResult)
  /// The call failed, timed out or was cancelled; the failure's kind says which.
  case failed(Failure)
  /// The call needs input; the caller can supply it and repeat the call.
  case needsInput(InputRequest)

  /// The outcome as a single word, such as `ok`.
  public var status: String {
    switch self {
    case .ok: "ok"
    case .planned: "planned"
    case .needsInput: "needsInput"
    case .failed(let failure):
      switch failure.kind {
      case .failed, .uncertain, .badInput, .missingInput, .needsInput, .unknownIntent: "failed"
      case .busy: "busy"
      case .timeout: "timeout"
      case .cancelled: "cancelled"
      }
    }
  }

  /// The result of the call; nil if the call didn't succeed.
  public var result: IntentResult? {
    switch self {
    case .ok(let answer), .planned(let answer): answer
    case .failed, .needsInput: nil
    }
  }

  /// The failure of the call; nil if it didn't fail.
  public var error: Failure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  /// The outcome in words for the user.
  public var notice: Notice {
    switch self {
    case .ok(let answer), .planned(let answer): answer.notice
    case .needsInput(let request): request.message.notice
    case .failed(let failure): failure.notice
    }
  }

  /// The outcome in words for the user, as one text.
  public var sentence: String { notice.text }

  /// The outcome as JSON, in the same format for all call sources.
  public var json: JSONValue {
    switch self {
    case .ok(let answer), .planned(let answer): answer.json(status: status)
    case .needsInput(let request):
      [
        "status": .string(status), "dialog": .string(request.message), "inputRequest": request.json,
      ]
    case .failed(let failure) where failure.kind == .cancelled:
      ["status": .string(status), "dialog": .string(sentence)]
    case .failed(let failure):
      ["status": .string(status), "dialog": .string(failure.message), "error": failure.json]
    }
  }
}

/// The result of a successful call, with a sentence about it.
public struct IntentResult: Sendable, Equatable {
  /// The result itself, valid for the definition's `result` schema.
  public let value: JSONObject
  /// A sentence for the user about what the call did, with the commands that may follow.
  public var notice: Notice
  /// The notice as one text.
  public var dialog: String { notice.text }

  /// The planned changes of a dry run; nil for other calls.
  public var plan: DryRunPlan?

  /// The value as the intent's Swift type; nil if the intent has none or the value was changed.
  package var typed: TypedValue?

  /// A result as its Swift type.
  ///
  /// It says the same as the JSON, so results are compared by their JSON alone.
  package struct TypedValue: Sendable, Equatable {
    package let value: any Sendable

    package static func == (first: TypedValue, second: TypedValue) -> Bool { true }
  }

  /// The MCP content blocks that a plugin returned, passed on unchanged; nil if there are none.
  public var content: Content?

  /// A list of content blocks, as the Model Context Protocol (MCP) defines them.
  public struct Content: Sendable, Equatable {
    /// The content blocks as JSON.
    public let blocks: [JSONValue]
    /// Whether the blocks are the complete result, so that `value` contains nothing else.
    public let isWhole: Bool

    /// Creates a list of content blocks.
    public init(_ blocks: [JSONValue], isWhole: Bool) {
      self.blocks = blocks
      self.isWhole = isWhole
    }
  }

  /// The file in the value; nil if there is none.
  public var file: ResultFile?

  /// Whether this is the stored result of an earlier call with the same idempotency key.
  public var isRepeated: Bool

  /// The ID of the workflow run that produced the result; nil if there is none.
  public var run: String?

  /// The number of the revision that the call added to the history; nil if it changed nothing.
  public var revision: Int?

  /// The number of the latest revision when the value was read; nil if unknown.
  public var dataRevision: Int?

  /// The events that the call caused; empty unless `CallContext.collectsEvents` is true.
  public var events: [IntentEvent] = []

  /// Creates a result.
  public init(
    _ value: JSONObject,
    dialog: some NoticeConvertible,
    plan: DryRunPlan? = nil,
    content: Content? = nil,
    isRepeated: Bool = false,
    run: String? = nil
  ) {
    self.value = value
    notice = dialog.notice
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
