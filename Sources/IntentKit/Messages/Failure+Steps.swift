import JSONText

/// The failures that a workflow step causes itself, such as a reference to a missing value.
extension Failure {
  /// The failure of a reference whose target doesn't exist, and which has no default.
  static func missingReference(_ pointer: JSONPointer) -> Failure {
    Failure(
      code: "missingReference",
      message: "The reference \(pointer.description.quoted) gives no result. "
        + "Add 'or' to the reference to provide a default.",
      data: ["pointer": .string(pointer.description)]
    )
  }

  /// The failure of a `$text` with a part that isn't a string, a number or a Boolean.
  static func notScalar(_ json: JSONValue) -> Failure {
    wrongType(
      "\(json.describedAsSubject) can't be part of a text. Use text, a number, true or false."
    )
  }

  static func notList(_ json: JSONValue) -> Failure {
    wrongType("\(json.describedAsSubject) is not a list. Use a list here, such as [1, 2].")
  }

  static func notComparable(_ first: JSONValue, _ second: JSONValue) -> Failure {
    wrongType(
      "\(first.describedAsSubject) and \(second.described) can't be compared, because their types "
        + "differ. Compare two numbers or two texts."
    )
  }

  private static func wrongType(_ message: String) -> Failure {
    Failure(code: "wrongType", message: message)
  }

  /// The failure of a loop with more items than the workflow allows.
  static func tooManyItems(_ count: Int, limit: Int) -> Failure {
    Failure(
      code: "tooManyItems",
      message:
        "The loop has \(count) items, but 'max' allows only \(limit). No item was processed. "
        + "Raise 'max', or shorten the list."
    )
  }

  /// The failure of a workflow that failed on purpose, by a `fail` step.
  static func explicit(_ sentence: String) -> Failure {
    Failure(code: refusalCode, message: sentence)
  }

  /// The failure of some items of a loop, which continued after them.
  static func itemsFailed(_ failed: [Int], of count: Int, first: Failure) -> Failure {
    Failure(
      code: "itemsFailed",
      message: "\(failed.count) of \(count) items failed. First error: " + first.notice,
      data: ["failed": .array(failed.map { .number(JSONNumber($0)) })]
    )
  }
}
