import Foundation
import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Serves JSON-RPC on standard input and output.
struct RPCCommand: Command {
  let name = "rpc"
  let usage = "rpc [--tools core|all|NAME,…] [--read-only]"
  let summary = "Serve JSON-RPC and MCP to other programs"
  let group = "Desktop and editors"
  let examples = ["rpc", "rpc --tools all --read-only"]

  var flags: [Flag] {
    [
      Flag(
        "--tools core|all|NAME,…",
        "Tools for MCP clients: core (default), all, or a list of names"
      ),
      Flag("--read-only", "Allow only intents that change nothing"),
    ]
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    await knownTools(in: program)
  }

  /// Returns the words that are valid in the value of `--tools`.
  private func knownTools(in program: Program) async -> [String] {
    let definitions = await program.allDefinitions().filter { $0.sources.contains(.mcp) }
    return ["core", "all"] + definitions.map(\.id) + ToolSelection.builtInNames
  }

  /// Returns the names of the tools in a value of `--tools`; nil for all.
  private func names(of text: String, _ program: Program) async throws(Failure) -> Set<String>? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let known = words == ["core"] ? words : await knownTools(in: program)
    if let word = words.first(where: { !known.contains($0) }) {
      throw .unknownTool(word, near: TypoSuggester.closest(to: word, in: known))
    }
    if words.contains("all") { return nil }
    let core = program.definitions.filter(\.isCore).map(\.id) + ToolSelection.builtInNames
    return Set(words.flatMap { $0 == "core" ? core : [$0] })
  }

  private static let instructions = """
    Minuta tracks time. Start and stop timers with StartTimer and StopTimer, log past time with \
    LogTime, and get totals and records with Summarize and ListRecords. Write times as '09:30', \
    'yesterday 17:00', '-15m' or in RFC 3339. Before a call that deletes or changes a lot, try it \
    with Plan. Undo reverts a call by the 'revision' in its result.
    """

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    if words.global.key != nil { throw Failure.perCallFlag("--key", parameter: "key") }
    if words.global.isConfirmed { throw Failure.perCallFlag("--yes", parameter: "confirm") }
    let tools = try await names(of: words.values["tools"]?.first ?? "core", program)
    let activity = CallActivity()
    var engine = try await program.engine(
      words.global,
      isLongRunning: true,
      willCall: activity.noteCall
    )
    if words.booleans["read-only"] == true { engine = engine.readOnly() }
    program.runs.value.cancelRunsOnExit()
    await program.hooks.runInProcess(with: engine)
    let cleaning =
      words.booleans["read-only"] == true ? nil : await cleanHistory(activity, words, program)
    defer { cleaning?.cancel() }
    let code = await RPCServer.serve(
      engine,
      as: ServerInfo(name: "minuta", version: Program.version, instructions: Self.instructions),
      changes: try StorageConfiguration(words.global, program.environment).changes(),
      methods: [
        "minuta/trace": trace(in: TraceDirectory(stateFolder: program.environment.stateFolder))
      ],
      tools: ToolSelection(names: tools) { [makeID = program.environment.makeID] in
        "batch-\(makeID().uuidString.prefix(8))"
      },
      on: program.environment.streams
    )
    await program.hooks.finish()
    return code
  }

  /// Drops old history while the server is idle.
  private func cleanHistory(
    _ activity: CallActivity,
    _ words: CommandLineArguments,
    _ program: Program
  ) async -> Task<Void, Never>? {
    if words.global.isDryRun { return nil }
    // A task needs a thread. Without one, the server explains what is missing.
    guard (try? await ThreadAndDescriptorCheck.reserve()) != nil else { return nil }
    guard let cleaner = try? HistoryCleaner(words.global, program.environment) else { return nil }
    return Task.detached(priority: .background) { await cleaner.run(besides: activity) }
  }

  /// The custom RPC method that returns a trace.
  private func trace(in folder: TraceDirectory) -> CustomMethod {
    CustomMethod("Returns the trace of a workflow run.", ["run"]) {
      parameters throws(Failure) in
      guard let run = (parameters["run"] ?? "last").string else {
        throw Failure.traceNameIsNotText
      }
      let trace = try folder.trace(run)
      return [
        "run": .string(trace.id), "isRunning": .bool(trace.isRunning),
        "lines": .array(trace.values),
      ]
    }
  }
}
