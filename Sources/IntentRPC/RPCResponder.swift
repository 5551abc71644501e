package import JSONText

/// Answers what came over the wire, by the rules of JSON-RPC 2.0.
package struct RPCResponder: Sendable {
  /// Requests that a batch may have.
  static let batchLimit = 1000

  private let handler: any RPCHandler

  package init(handler: any RPCHandler) {
    self.handler = handler
  }

  /// The reply to a frame; nil where nothing is sent.
  package func reply(to frame: Frame) async -> JSONValue? {
    do throws(RPCError) {
      return try await reply(to: try json(of: frame))
    } catch {
      return RPCReply.failure(error).json
    }
  }

  private func json(of frame: Frame) throws(RPCError) -> JSONValue {
    switch frame {
    case .problem(let problem): throw .brokenFrame(problem)
    case .message(let bytes):
      do throws(JSONError) {
        return try JSONValue(parsing: bytes)
      } catch {
        throw .malformedMessage(error)
      }
    }
  }

  private func reply(to message: JSONValue) async throws(RPCError) -> JSONValue? {
    guard let batch = message.array else { return await reply(toSingle: message)?.json }
    guard !batch.isEmpty else { throw .invalidRequest(.emptyBatch) }
    guard batch.count <= Self.batchLimit else {
      throw .invalidRequest(.batchTooLong(limit: Self.batchLimit))
    }
    var replies: [JSONValue] = []
    for element in batch {
      if let reply = await reply(toSingle: element) { replies.append(reply.json) }
    }
    return replies.isEmpty ? nil : .array(replies)
  }

  private func reply(toSingle message: JSONValue) async -> RPCReply? {
    guard let object = message.object else { return .failure(.invalidRequest(.notObject)) }
    if RPCRequest.isReply(object) { return nil }
    do throws(RequestProblem) {
      return await reply(to: try RPCRequest(object))
    } catch {
      return RPCReply(id: RPCRequest.id(of: object), result: .failure(.invalidRequest(error)))
    }
  }

  private func reply(to request: RPCRequest) async -> RPCReply? {
    let result: Result<JSONValue, RPCError>
    do throws(RPCError) {
      result = .success(try await handler.answer(request.method, with: request.parameters()))
    } catch {
      result = .failure(error)
    }
    return request.id.map { RPCReply(id: $0, result: result) }
  }
}
