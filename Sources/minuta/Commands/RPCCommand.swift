import Foundation
import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Serves JSON-RPC on standard input and output.
struct RPCCommand: Command {
  let name = "rpc"
  let usage = "rpc [--tools core|all|NAME,…] [--read-only]"
  let summary = "Serve JSON-RPC and MCP on standard input and output"

  let flags = [Flag(name: "tools", kind: .value), Flag(name: "read-only", kind: .boolean)]

  var sections: [HelpSection] {
    [
      HelpSection(
        title: "Flags",
        rows: [
          [
            "--tools core|all|NAME,…",
            "Offer assistants (MCP) the core tools (default), all, or those named.",
          ],
          ["--read-only", "Permit only intents that change nothing."],
        ]
      )
    ]
  }

  func choices(of flag: String, _ program: Program) async -> [String] {
    flag == "tools" ? await ToolsFlag.known(in: program) : []
  }

  private static let instructions = """
    Minuta tracks time. Start and stop timers with StartTimer and StopTimer, enter time that has \
    passed with LogTime, and ask Summarize or ListRecords for totals and records. Times may be \
    given as '09:30', 'yesterday 17:00', '-15m' or RFC 3339. Try a call with Plan where it would \
    delete or change much. Undo takes a call back by the 'revision' that it answered.
    """

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    try words.requireNoPositionals(after: 0)
    if words.global.key != nil { throw UsageError.perCallFlag("--key", parameter: "key") }
    if words.global.isConfirmed { throw UsageError.perCallFlag("--yes", parameter: "confirm") }
    let tools = try await ToolsFlag(words.values["tools"]?.first, program)
    var engine = try await program.engine(words.global, isLongRunning: true)
    if words.booleans["read-only"] == true { engine = engine.readOnly() }
    program.runs.cancelRunsOnExit()
    await program.hooks.runInProcess(with: engine)
    let code = await RPCServer.serve(
      engine,
      as: ServerInfo(name: "minuta", version: Program.version, instructions: Self.instructions),
      changes: try program.changes(words.global),
      methods: [
        "minuta/trace": trace(in: TraceDirectory(stateFolder: program.environment.stateFolder))
      ],
      tools: ToolSelection(names: tools.names) { [makeID = program.environment.makeID] in
        "batch-\(makeID().uuidString.prefix(8))"
      }
    )
    await program.hooks.finish()
    return code
  }

  /// The method that tells what became of a batch.
  private func trace(in folder: TraceDirectory) -> CustomMethod {
    CustomMethod("Tells what became of a batch or a run of a workflow.", ["run"]) {
      parameters throws(OutcomeError) in
      guard let run = (parameters["run"] ?? "last").string else {
        throw OutcomeError(.badInput, code: "invalidValue", message: "'run' must be a text.")
      }
      do throws(UsageError) {
        let trace = try folder.trace(run)
        return [
          "run": .string(trace.id), "isRunning": .bool(FileLock.isHeld(folder.file(of: trace.id))),
          "lines": .array(trace.values),
        ]
      } catch {
        throw error.outcome.error ?? OutcomeError(.failure, code: "internal", message: "\(error)")
      }
    }
  }
}
