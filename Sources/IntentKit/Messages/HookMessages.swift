/// Sentences about hooks that are appended to the result of a call.
enum HookMessages {
  static func changedArguments(_ hook: String) -> String {
    "The hook \(hook.quoted) changed the arguments."
  }

  static func failed(_ hook: String, _ error: Failure) -> String {
    let sentence = "The hook \(hook.quoted) failed: \(error.message)"
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  static func unknownResult(_ hook: String) -> String {
    "The hook \(hook.quoted) was ignored, because its result is unknown in a dry run."
  }

  static func unusable(_ hook: String, _ error: Failure) -> String {
    "The hook \(hook.quoted) can't run: \(error.message.lowercasingFirst)"
  }
}
