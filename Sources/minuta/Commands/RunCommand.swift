import IntentKit
import SystemCalls

/// Runs a file of calls, or one intent by its id.
struct RunCommand: Command {
  let name = "run"
  let usage = "run FILE|-|ID [FLAGS]"
  let summary = "Run calls or a workflow from a file, or one intent"
  var details: String {
    "FILE is JSON or JSON Lines; - is standard input. A workflow takes its parameters as flags."
  }

  let leavesRest = true

  var flags: [Flag] { BatchFlags.all.map(\.flag) }

  var sections: [HelpSection] {
    let rows = BatchFlags.all.map { [$0.usage, $0.help] }
    return [HelpSection(title: "Flags for files of calls", rows: rows)]
  }

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    guard let target = words.plain.first else {
      throw UsageError.missingWord("file or intent to run")
    }
    if isFile(target) {
      let target = try program.surroundings.expandingHome(target)
      if let file = try WorkflowFile(target) {
        return try await file.run(words.rest, words.global, program)
      }
      let words = try CommandLineWords(words.rest, flags: flags, global: words.global)
      try words.noWords(after: 0)
      if words.global.wantsHelp {
        try HelpCommand().printHelp(of: self, program)
        return 0
      }
      return try await run(target, try BatchFlags(words), words.global, program)
    }
    guard try await program.definition(of: target) != nil else {
      if isFolder(target) { throw UsageError.folderForFile(target) }
      let ids = await program.allDefinitions().map(\.id)
      throw IntentError.unknownIntent(target, near: NearMiss.of(target, in: ids))
    }
    return try await IntentCommand(target).run(words.rest, words.global, program)
  }

  private func isFile(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.hasSuffix(".json") || word.hasSuffix(".jsonl")
  }

  private func isFolder(_ word: String) -> Bool {
    (try? FileStatus.of(word))?.kind == .folder
  }

  private func run(
    _ path: String,
    _ flags: BatchFlags,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let input = try CallInput(
      path,
      isStream: flags.isStream,
      temporaryFolder: program.surroundings.temporaryFolder
    )
    switch try GivenCalls(input, flags) {
    case .call(let call): return try await run(call, flags, global, program)
    case .workflow(let workflow):
      if let flag = flags.given { throw UsageError.flagOfBatches("--\(flag)") }
      return try await AskedWorkflow(workflow).run([], global, program)
    case .batch(let calls):
      if global.key != nil { throw UsageError.keyForBatch }
      return try await BatchDesk(program: program, flags: flags, global: global, file: input.name)
        .run(calls)
    }
  }

  private func run(
    _ call: Call,
    _ flags: BatchFlags,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    var keys = OnceKeys()
    var call = flags.isOnce ? keys.keyed(call) : call
    if let key = global.key { call = Call(call.intent, with: call.values, key: key) }
    call = global.confirming(call, among: program.definitions)
    let outcome = await (try await program.engine(global)).perform(call, from: .file)
    let console = Console(program.surroundings, color: global.color)
    return try OutcomePrinter(console: console, wantsJSON: global.wantsJSON)
      .print(outcome, of: call.intent)
  }
}
