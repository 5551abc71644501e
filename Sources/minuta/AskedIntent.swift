import IntentKit
import JSONText

/// An intent that is asked for with words, with flags for its parameters.
struct AskedIntent {
  private let definition: IntentDefinition
  private let door: Door
  /// The workflow that the intent is, where it was given with the words.
  private let workflow: Workflow?

  /// An intent that is there whenever it is asked for.
  init(_ definition: IntentDefinition) {
    self.definition = definition
    door = .commandLine
    workflow = nil
  }

  /// An intent that a file holds.
  init(_ definition: IntentDefinition, by workflow: Workflow) {
    self.definition = definition
    door = .file
    self.workflow = workflow
  }

  /// Asks for it.
  ///
  /// - Returns: The exit code.
  func run(
    _ words: some Sequence<String>,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let flags = IntentFlags(definition)
    let words = try CommandLineWords(
      words,
      flags: flags.flags,
      takesMoments: flags.takesMoments,
      global: global
    )
    let console = Console(program.surroundings, color: words.global.color)
    if words.global.wantsHelp {
      try HelpPage(program.surroundings).show(definition)
      return 0
    }
    try program.startLog(words.global)
    let plain = Call(definition.id, with: try flags.values(words), key: words.global.key)
    let call = words.global.confirming(plain, among: [definition])
    var engine = try await program.engine(words.global, printsSentences: true)
    if let workflow { engine = engine.with(workflow) }
    let outcome = await perform(call, engine, words.global, program)
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
      let outcome = await engine.perform(asked, from: door, canAsk: canAsk)
      guard case .needsInput(let needs) = outcome else { return outcome }
      let answers = questioner.answers(to: needs)
      if needs.state == nil, answers?["confirm"] == false { return outcome }
      guard let next = asked.answering(needs, with: answers) else { return outcome }
      asked = next
    }
  }
}
