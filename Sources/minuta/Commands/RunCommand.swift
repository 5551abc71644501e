import IntentKit
import SystemCalls

/// Runs a call file, or one intent by its id.
struct RunCommand: Command {
  let name = "run"
  let usage = "run FILE|-|ID [FLAGS]"
  let summary = "Run calls or a workflow from a file, or one intent"
  let group = "Automation"
  let examples = ["run calls.jsonl --dry-run", "run calls.jsonl --resume", "run end_of_day"]
  var details: String {
    "FILE is JSON or JSON Lines; - is standard input. Give a workflow's parameters as flags. A list "
      + "of calls prints JSON Lines into a pipe, and text at a terminal; --json and --text choose."
  }

  let takesRawArguments = true
  var flags: [Flag] { BatchFlags.all }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    noun == "ID" ? await program.allDefinitions().map(\.id).sorted() : []
  }

  let flagsTitle = "Flags for call files"

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    var words = words
    let target = words.removeFirstPositional() ?? ""
    if isFile(target) {
      let target = try program.environment.expandingHome(target)
      if let file = try WorkflowFile(target) { return try await file.run(words, program) }
      let unparsed = words
      try words.parse(flags: flags)
      try words.requireNoPositionals(after: 0)
      if words.global.wantsHelp {
        try HelpPrinter(program).show(self)
        return 0
      }
      return try await run(target, words, unparsed, program)
    }
    return try await invocation(of: target, program).run(words, program)
  }

  func check(_ words: CommandLineArguments, _ program: Program) async throws {
    var words = words
    guard let target = words.removeFirstPositional() else { return }
    if !isFile(target) {
      try await invocation(of: target, program).check(words, program)
    } else if let file = try WorkflowFile(try program.environment.expandingHome(target)) {
      try await IntentInvocation(file.workflow, in: program).check(words, program)
    } else {
      try words.parse(flags: flags)
    }
  }

  private func invocation(
    of target: String,
    _ program: Program
  ) async throws -> IntentInvocation {
    if let definition = try await program.definition(of: target) {
      return IntentInvocation(definition)
    }
    if isFolder(target) { throw Failure.pathIsFolder(target) }
    let near = await program.allDefinitions().closestID(to: target)
    throw Failure.unknownIntent(target, near: near)
  }

  private func isFile(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.hasSuffix(".json") || word.hasSuffix(".jsonl")
  }

  private func isFolder(_ word: String) -> Bool {
    (try? FileStatus.of(word))?.kind == .directory
  }

  /// - Parameter unparsed: the command line, parsed up to the file's name.
  private func run(
    _ path: String,
    _ words: CommandLineArguments,
    _ unparsed: CommandLineArguments,
    _ program: Program
  ) async throws -> Int32 {
    let (flags, global) = (try BatchFlags(words), words.global)
    let input = try CallFileInput(
      path,
      isStream: flags.isStream,
      program.environment
    )
    switch try CallFileContents(input, flags) {
    case .call(let call): return try await run(call, flags, global, program)
    case .workflow(let workflow):
      if let flag = flags.firstGivenFlag { throw Failure.batchOnlyFlag("--\(flag)") }
      return try await IntentInvocation(workflow, in: program).run(unparsed, program)
    case .batch(let calls):
      if global.key != nil { throw Failure.keyForBatch }
      return try await BatchCommand(
        program: program,
        flags: flags,
        global: global,
        file: input.name
      )
      .run(calls)
    }
  }

  private func run(
    _ call: IntentCall,
    _ flags: BatchFlags,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    var keys = IdempotencyKeyGenerator()
    var call = flags.assignsIdempotencyKeys ? keys.addingKey(to: call) : call
    if let key = global.key { call = IntentCall(call.intent, with: call.values, key: key) }
    call = global.addingConfirmation(call, among: program.definitions)
    let outcome = await (try await program.engine(global)).perform(call, from: .file)
    let code = try global.printer(program.environment).print(
      outcome,
      await program.knownDefinition(of: call.intent)?.rows
    )
    program.dropHistory(after: call, global)
    return code
  }
}
