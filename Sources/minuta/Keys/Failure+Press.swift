import IntentKit

extension Failure {
  /// Returns the next step after a key press that failed, if the message itself has none.
  ///
  /// - Parameter slug: the key whose own call failed; nil if the user chose the call.
  func adviceAfterPress(of slug: String?) -> Notice? {
    switch code {
    case "confirmationNeeded", "invalidValue", "malformedCall", "missingValue", "sourceNotAllowed",
      "tagNotFound", "unknownIntent":
      slug.map { "Correct the call of the key \($0.quoted) in the key map.".notice }
    case "invalidWorkflow", "malformedFile", "malformedKeyMap", "malformedSettings",
      "stateUnwritable", "storeUnreadable", "storeUnwritable", "unreadableFile", "unreadableKeyMap",
      "unreadableSettings", "unwritableFile":
      "Correct this, then try again."
    case "pluginFailed", "timeout": "Find the cause.".suggesting("plugin doctor")
    default: nil
    }
  }
}
