import IntentKit
import JSONText

/// An intent asked for by its short command or its id, with flags for its parameters.
struct IntentCommand {
  private let word: String

  /// - Parameter word: what stands for the intent.
  init(_ word: String) {
    self.word = word
  }

  /// Asks for the intent with the words after it.
  ///
  /// - Returns: The exit code.
  func run(
    _ words: some Sequence<String>,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let definition = try await definition(in: program)
    let flags = IntentFlags(definition)
    let words = try CommandLineWords(words, flags: flags.flags, global: global)
    let console = Console(program.surroundings)
    if words.global.wantsHelp {
      for line in IntentHelp(definition).lines { try console.print(line) }
      return 0
    }
    let plain = Call(definition.id, with: try flags.values(words), key: words.global.key)
    let call = words.global.confirming(plain, among: [definition])
    let outcome = await perform(call, try await program.engine(words.global), words.global, program)
    return try OutcomePrinter(console: console, wantsJSON: words.global.wantsJSON)
      .print(outcome, of: definition.id)
  }

  /// Performs a call, and asks for what it needs where somebody is there to be asked.
  private func perform(
    _ call: Call,
    _ engine: IntentEngine,
    _ global: GlobalFlags,
    _ program: Program
  ) async -> Outcome {
    let canAsk = program.surroundings.canAsk && !global.wantsJSON
    let questioner = Questioner(console: Console(program.surroundings)) { readLine() }
    var asked = call
    while true {
      let outcome = await engine.perform(asked, from: .commandLine, canAsk: canAsk)
      guard case .needsInput(let needs) = outcome else { return outcome }
      let answers = questioner.answers(to: needs)
      if needs.state == nil, answers?["confirm"] == false { return outcome }
      guard let next = asked.answering(needs, with: answers) else { return outcome }
      asked = next
    }
  }

  private func definition(in program: Program) async throws -> IntentDefinition {
    if let named = program.definition(ofCommand: word) { return named }
    if let definition = try await program.definition(of: word) { return definition }
    let definitions = program.definitions
    let known =
      Commands.all.map(\.name) + definitions.compactMap(\.command?.name) + definitions.map(\.id)
    throw UsageError.unknownCommand(word, near: NearMiss.of(word, in: known))
  }
}
