import IntentRPC

/// Serves JSON-RPC on standard input and output.
struct RPCCommand: Command {
  let name = "rpc"
  let usage = "rpc"
  let summary = "Serve JSON-RPC on standard input and output"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    try words.noWords(after: 0)
    let engine = try await program.engine(words.global)
    return await RPCServer(handler: IntentMethods(engine: engine)).run()
  }
}
