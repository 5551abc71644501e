import IntentKit

/// The flags for running a batch.
struct BatchFlags {
  /// The flags, with what the help says of them.
  static let all: [(flag: Flag, usage: String, help: String)] = [
    (Flag(name: "atomic", kind: .boolean), "--atomic", "Run all calls or none"),
    (
      Flag(name: "on-error", kind: .value), "--on-error stop|continue",
      "End at the first failure (default), or skip what fails"
    ),
    (
      Flag(name: "once", kind: .boolean), "--once",
      "Give each call a key, so a second run adds nothing"
    ),
    (
      Flag(name: "resume", kind: .boolean), "--resume",
      "Continue an earlier run of the same calls"
    ),
    (
      Flag(name: "stream", kind: .boolean), "--stream",
      "Run calls as they arrive, one per line, unchecked"
    ),
  ]

  /// The first that is given; nil where none is.
  let firstGivenFlag: String?
  private(set) var options = BatchOptions()
  let assignsIdempotencyKeys: Bool
  let isResuming: Bool
  let isStream: Bool
  /// Whether something is said that means nothing for a call that stands alone.
  let requiresBatch: Bool

  init(_ words: CommandLineArguments) throws(UsageError) {
    func has(_ name: String) -> Bool { words.booleans[name] == true }
    let names = Self.all.map(\.flag.name)
    firstGivenFlag = names.first { words.booleans[$0] != nil || words.values[$0] != nil }
    assignsIdempotencyKeys = has("once")
    isResuming = has("resume")
    isStream = has("stream")
    requiresBatch = isResuming || isStream || has("atomic") || words.values["on-error"] != nil
    options.isAtomic = has("atomic")
    options.validatesBeforeRunning = !isStream
    switch words.values["on-error"]?.first {
    case nil, "stop": break
    case "continue": options.continuesOnError = true
    case let other?: throw .invalidChoice(flag: "--on-error", other, among: ["stop", "continue"])
    }
    try refuse(has("atomic") && options.continuesOnError, "--atomic", "--on-error continue")
    try refuse(has("atomic") && isStream, "--atomic", "--stream")
    try refuse(isResuming && isStream, "--resume", "--stream")
  }

  private func refuse(
    _ isRefused: Bool,
    _ first: String,
    _ second: String
  ) throws(UsageError) {
    if isRefused { throw .conflictingFlags(first, second) }
  }
}
