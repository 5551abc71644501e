import Foundation
import IntentKit
import IntentRPC
import JSONText

/// Implements the methods of the JSON-RPC specification's examples, and two that misuse the
/// server's standard streams.
struct SpecificationExampleHandler: RPCHandler {
  /// The range of numbers that the methods accept, so that a sum can't overflow `Int`.
  private static let range = -1 << 31..<1 << 31

  var acceptsBatches: Bool { true }

  func handle(_ request: RPCRequest, on connection: RPCConnection) throws(RPCError)
    -> RPCHandlerResult
  {
    switch request.method {
    case "print":
      .task(
        RPCTask(.write) { _ in
          print("printed")
          return .null
        }
      )
    case "startProgram":
      .task(
        RPCTask(.write) { _ in
          // If `cat` inherited the server's standard input, it would swallow requests. Its input
          // must be empty.
          system("cat; /bin/echo echoed")
          return .null
        }
      )
    default: .answer(try answer(request.method, with: request.parameters))
    }
  }

  private func answer(
    _ method: String,
    with parameters: RPCParameters
  ) throws(RPCError) -> JSONValue {
    switch method {
    case "sum": try integers(parameters).reduce(0, +).json
    case "subtract": try difference(parameters).json
    case "get_data": ["hello", 5]
    case "update", "notify_hello", "notify_sum": .null
    default: throw .unknownMethod(method)
    }
  }

  private func difference(_ parameters: RPCParameters) throws(RPCError) -> Int {
    let numbers = try integers(parameters)
    guard numbers.count == 2 else { throw .invalidParameters("Give a minuend and a subtrahend.") }
    return numbers[0] - numbers[1]
  }

  private func integers(_ parameters: RPCParameters) throws(RPCError) -> [Int] {
    let values: [JSONValue] =
      switch parameters {
      case .absent: []
      case .positional(let values): values
      case .named(let values): ["minuend", "subtrahend"].compactMap { values[$0] }
      }
    let numbers = values.compactMap(\.integer).filter { Self.range.contains($0) }
    guard numbers.count == values.count else { throw .invalidParameters("Give whole numbers.") }
    return numbers
  }
}

extension Int {
  fileprivate var json: JSONValue { .number(JSONNumber(self)) }
}
