import IntentRPC
import JSONText
import Synchronization

/// Methods that tell what they were asked, and keep the order.
final class Recorder: RPCHandler {
  private let asked = Mutex<[String]>([])

  var methods: [String] { asked.withLock { $0 } }

  func answer(
    _ method: String,
    with parameters: RPCParameters
  ) async throws(RPCError) -> JSONValue {
    asked.withLock { $0.append(method) }
    switch method {
    case "nothing": return .null
    case "echo":
      switch parameters {
      case .absent: return "absent"
      case .named(let values): return .object(values)
      case .positional(let values): return .array(values)
      }
    case "overlap":
      throw .failed(code: 1001, message: "Two records overlap.", data: ["code": "overlap"])
    case "picky": throw .invalidParameters("Give a name.")
    default: throw .unknownMethod(method)
    }
  }
}
