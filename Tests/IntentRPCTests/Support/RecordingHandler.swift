import IntentRPC
import JSONText
import Synchronization

/// A handler that records the names of the methods called, in order.
final class RecordingHandler: RPCHandler {
  private let recorded = Mutex<[String]>([])

  var methods: [String] { recorded.withLock { $0 } }

  var acceptsBatches: Bool { true }

  func handle(_ request: RPCRequest, on connection: RPCConnection) -> RPCHandlerResult {
    .task(RPCTask(.write) { [self] _ throws(RPCError) in try answer(request) })
  }

  private func answer(_ request: RPCRequest) throws(RPCError) -> JSONValue {
    recorded.withLock { $0.append(request.method) }
    switch request.method {
    case "nothing": return .null
    case "echo":
      switch request.parameters {
      case .absent: return "absent"
      case .named(let values): return .object(values)
      case .positional(let values): return .array(values)
      }
    case "overlap":
      throw RPCError(code: 1001, message: "Two records overlap.", data: ["code": "overlap"])
    case "picky": throw .invalidParameters("Give a name.")
    default: throw .unknownMethod(request.method)
    }
  }
}
