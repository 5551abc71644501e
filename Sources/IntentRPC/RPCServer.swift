import JSONText

/// Serves methods over JSON-RPC 2.0 on two descriptors, in the framing that the client uses.
///
/// A program that serves its own intents is this much:
///
/// ```swift
/// signal(SIGPIPE, SIG_IGN)
/// let engine = IntentEngine(providers: [Habits()], now: { .now })
/// exit(await RPCServer(handler: IntentMethods(engine: engine)).run())
/// ```
public struct RPCServer: Sendable {
  private let responder: RPCResponder
  private let input: CInt
  private let output: CInt

  /// Makes a server; without descriptors it serves standard input and output.
  public init(handler: any RPCHandler, input: CInt = 0, output: CInt = 1) {
    responder = RPCResponder(handler: handler)
    self.input = input
    self.output = output
  }

  /// Serves until the input ends, and answers all that came before.
  ///
  /// Nothing but replies is written to the output. The process has to ignore `SIGPIPE`. Once this
  /// returns early, a thread may still wait for the input.
  ///
  /// - Returns: the exit code: 0 at the end of the input; 1 where the output is gone or the input
  ///   fails; 2 where the input cannot be cut into messages, which has been answered.
  public func run() async -> Int32 {
    let writer = FrameWriter(output)
    var parser = FrameParser(limit: JSONLimits().bytes)
    do {
      for try await chunk in InputChunks(input) {
        let frames = parser.feed(chunk)
        try await answer(frames, in: parser.framing, to: writer)
        if frames.last?.endsInput == true { return 2 }
      }
      let rest = [parser.finish()].compactMap { $0 }
      try await answer(rest, in: parser.framing, to: writer)
      return rest.last?.endsInput == true ? 2 : 0
    } catch {
      return 1
    }
  }

  private func answer(
    _ frames: [Frame],
    in framing: Framing?,
    to writer: FrameWriter
  ) async throws {
    for frame in frames {
      guard let reply = await responder.reply(to: frame) else { continue }
      try await writer.write((framing ?? .newline).frame(reply.bytes()))
    }
  }
}

extension Frame {
  fileprivate var endsInput: Bool {
    if case .problem(let problem) = self { problem.endsInput } else { false }
  }
}
