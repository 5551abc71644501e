import IntentKit
import JSONText
import SystemCalls

/// Creates idempotency keys for the calls of a file.
///
/// Running the same file again creates the same keys.
struct IdempotencyKeyGenerator {
  private var counts: [String: Int] = [:]

  /// Returns the call with an idempotency key; a call that already has one keeps it.
  ///
  /// The key is made from the call's content and the number of equal calls before it.
  mutating func addingKey(to call: IntentCall) -> IntentCall {
    if call.key != nil { return call }
    let content = SHA256.hex(of: call.json.normalized.bytes(.stored))
    let ordinal = counts[content, default: 0]
    counts[content] = ordinal + 1
    return IntentCall(call.intent, with: call.values, key: "once-\(content)-\(ordinal)")
  }
}
