import IntentKit

/// What the flags say of how a batch is run.
struct BatchFlags {
  private(set) var options = BatchOptions()
  let isOnce: Bool
  let isResumed: Bool
  let isStream: Bool

  init(_ words: CommandLineWords) throws(UsageError) {
    func has(_ name: String) -> Bool { words.booleans[name] == true }
    isOnce = has("once")
    isResumed = has("resume")
    isStream = has("stream")
    options.isAtomic = has("atomic")
    options.isChecked = !isStream
    switch words.values["on-error"]?.first {
    case nil, "stop": break
    case "continue": options.goesOn = true
    case let other?: throw .wrongChoice(flag: "--on-error", other, among: ["stop", "continue"])
    }
    try refuse(has("atomic") && options.goesOn, "--atomic", "--on-error continue")
    try refuse(has("atomic") && isStream, "--atomic", "--stream")
    try refuse(isResumed && isStream, "--resume", "--stream")
  }

  private func refuse(
    _ isRefused: Bool,
    _ first: String,
    _ second: String
  ) throws(UsageError) {
    if isRefused { throw .notTogether(first, second) }
  }
}
