import JSONText

extension WorkflowStepError {
  /// The error as a sentence, followed by a second one if it can say what to do.
  var sentence: String {
    switch self {
    case .missing(let pointer):
      "The reference \(pointer.description.quoted) gives no result. "
        + "Add 'or' to the reference to provide a default."
    case .notScalar(let json):
      "\(json.describedAsSubject) can't be part of a text. Use text, a number, true or false."
    case .notList(let json):
      "\(json.describedAsSubject) is not a list. Use a list here, such as [1, 2]."
    case .notComparable(let first, let second):
      "\(first.describedAsSubject) and \(second.described) can't be compared, because their types "
        + "differ. Compare two numbers or two texts."
    case .tooMany(let count, let limit):
      "The loop has \(count) items, but 'max' allows only \(limit). No item was processed. "
        + "Raise 'max', or shorten the list."
    case .explicitFailure(let sentence): sentence
    case .loopItemsFailed(let failed, let count, let first):
      "\(failed.count) of \(count) items failed. First error: \(first.message)"
    }
  }
}
