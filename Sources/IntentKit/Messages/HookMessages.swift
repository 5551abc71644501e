/// Sentences about hooks that are appended to the result of a call.
enum HookMessages {
  static func changedArguments(_ hook: String) -> Notice {
    "The hook \(hook.quoted) changed the arguments."
  }

  static func failed(_ hook: String, _ error: Failure) -> Notice {
    "The hook \(hook.quoted) failed: "
      + error.notice.rewording { $0.hasSuffix(".") ? $0 : $0 + "." }
  }

  static func unknownResult(_ hook: String) -> Notice {
    "The hook \(hook.quoted) was ignored, because its result is unknown in a dry run."
  }

  static func unusable(_ hook: String, _ error: Failure) -> Notice {
    "The hook \(hook.quoted) can't run: " + error.notice.rewording(\.lowercasingFirst)
  }
}
