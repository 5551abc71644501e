import IntentKit
import JSONText
import SystemCalls

/// Runs a file of calls, or one intent by its id.
struct RunCommand: Command {
  let name = "run"
  let usage = "run FILE|-|ID [--once] [--atomic]"
  let summary = "Run the calls of a JSON file, of standard input, or one intent"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    guard let target = words.plain.first else {
      throw UsageError.missingWord("file or intent to run")
    }
    if isFile(target) {
      let flags = [Flag(name: "atomic", kind: .boolean), Flag(name: "once", kind: .boolean)]
      let words = try CommandLineWords(words.rest, flags: flags, global: words.global)
      try words.noWords(after: 0)
      if words.global.wantsHelp {
        try HelpCommand().printHelp(of: self, program)
        return 0
      }
      return try await run(try calls(in: target), words, program)
    }
    let ids = program.definitions.map(\.id)
    guard ids.contains(target) else {
      throw IntentError.unknownIntent(target, near: NearMiss.of(target, in: ids))
    }
    return try await IntentCommand(target).run(words.rest, words.global, program)
  }

  private func isFile(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.hasSuffix(".json") || word.hasSuffix(".jsonl")
  }

  private func calls(in path: String) throws(UsageError) -> CallFile {
    let bytes = try bytes(of: path)
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedFile(name(of: path), error)
    }
    do throws(IntentError) {
      return try CallFile(json: json)
    } catch {
      var line: Int?
      if case .malformedCall(let problem) = error { line = problem.pointer.line(in: bytes) }
      throw .wrongCall(file: name(of: path), line: line, error)
    }
  }

  private func name(of path: String) -> String { path == "-" ? "standard input" : path }

  private func bytes(of path: String) throws(UsageError) -> [UInt8] {
    do throws(SystemError) {
      let file =
        path == "-"
        ? try FileDescriptor(copying: 0, path: "standard input")
        : try FileDescriptor(opening: path, for: .reading)
      return try file.readAll(limit: JSONLimits().bytes)
    } catch {
      throw .unreadableFile(name(of: path), reason: error.reason)
    }
  }

  private func run(
    _ file: CallFile,
    _ words: CommandLineWords,
    _ program: Program
  ) async throws -> Int32 {
    let global = words.global
    let engine = try await program.engine(global)
    let console = Console(program.surroundings)
    switch file {
    case .call(let single):
      let call = prepared([single], words, program)[0]
      let outcome = await engine.perform(call, from: .file)
      return try OutcomePrinter(console: console, wantsJSON: global.wantsJSON)
        .print(outcome, of: call.intent)
    case .batch(let list):
      let calls = prepared(list, words, program)
      let isAtomic = words.booleans["atomic"] == true
      let wantsJSON = global.wantsJSON || !console.isTerminal
      var printer = BatchPrinter(console: console, calls: calls, wantsJSON: wantsJSON)
      let summary = await BatchRun(engine: engine, door: .file, isAtomic: isAtomic).perform(calls) {
        result in
        printer.print(result)
      }
      printer.print(summary)
      return summary.firstFailure?.exitCode ?? (printer.isClosed ? 1 : 0)
    }
  }

  /// The calls with what the flags say of all of them.
  private func prepared(
    _ calls: [Call],
    _ words: CommandLineWords,
    _ program: Program
  ) -> [Call] {
    let confirmed = calls.map { words.global.confirming($0, among: program.definitions) }
    return words.booleans["once"] == true ? OnceKeys.keyed(confirmed) : confirmed
  }
}
