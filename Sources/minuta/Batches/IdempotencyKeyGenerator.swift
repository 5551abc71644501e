import IntentKit
import JSONText
import SystemCalls

/// Keys for the calls of a file that is to be run once, however often it is run.
struct IdempotencyKeyGenerator {
  private var counts: [String: Int] = [:]

  /// Gives a call without a key one of its content and its place among its equals before it.
  mutating func addingKey(to call: IntentCall) -> IntentCall {
    if call.key != nil { return call }
    let content = SHA256.hex(of: call.json.normalized.bytes())
    let ordinal = counts[content, default: 0]
    counts[content] = ordinal + 1
    return IntentCall(call.intent, with: call.values, key: "once-\(content)-\(ordinal)")
  }
}
