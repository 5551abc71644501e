import IntentKit
import JSONText
import SystemCalls

/// Creates idempotency keys for the calls of a file, the same each time the file is run.
struct IdempotencyKeyGenerator {
  private var counts: [String: Int] = [:]

  /// Returns the call with a key made from its content and the number of equal calls before it; a
  /// call that has a key keeps it.
  mutating func addingKey(to call: IntentCall) -> IntentCall {
    if call.key != nil { return call }
    let content = SHA256.hex(of: call.json.normalized.bytes())
    let ordinal = counts[content, default: 0]
    counts[content] = ordinal + 1
    return IntentCall(call.intent, with: call.values, key: "once-\(content)-\(ordinal)")
  }
}
