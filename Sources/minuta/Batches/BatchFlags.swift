import IntentKit

/// The flags for running a batch.
struct BatchFlags {
  static let all = [
    Flag("--atomic", "Run all calls or none"),
    Flag("--on-error stop|continue", "Stop at the first failure (default), or continue"),
    Flag("--once", "Give each call a key, so a second run changes nothing"),
    Flag("--resume", "Continue an earlier run of the same calls"),
    Flag("--stream", "Run calls as they arrive, without checking all first"),
  ]

  /// The first batch flag on the command line; nil if there is none.
  let firstGivenFlag: String?
  private(set) var options = BatchOptions()
  let assignsIdempotencyKeys: Bool
  let isResuming: Bool
  let isStream: Bool
  /// Whether a flag is set that makes no sense for a single call.
  let requiresBatch: Bool

  init(_ words: CommandLineArguments) throws(Failure) {
    func has(_ name: String) -> Bool { words.booleans[name] == true }
    let names = Self.all.map(\.name)
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
    try reject(has("atomic") && options.continuesOnError, "--atomic", "--on-error continue")
    try reject(has("atomic") && isStream, "--atomic", "--stream")
    try reject(isResuming && isStream, "--resume", "--stream")
  }

  private func reject(
    _ isRefused: Bool,
    _ first: String,
    _ second: String
  ) throws(Failure) {
    if isRefused { throw .conflictingFlags(first, second) }
  }
}
