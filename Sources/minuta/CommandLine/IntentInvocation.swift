import IntentKit
import JSONText

/// An intent that is asked for with words, with flags for its parameters.
struct IntentInvocation {
  private let definition: IntentDefinition
  private let source: CallSource
  /// The workflow that the intent is, where it was given with the words.
  private let workflow: Workflow?

  /// An intent that is there whenever it is asked for.
  init(_ definition: IntentDefinition) {
    self.definition = definition
    source = .commandLine
    workflow = nil
  }

  /// An intent that a file holds.
  init(_ definition: IntentDefinition, by workflow: Workflow) {
    self.definition = definition
    source = .file
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
    let words = try CommandLineArguments(
      words,
      flags: flags.flags,
      acceptsRelativeTimes: flags.acceptsRelativeTimes,
      global: global
    )
    let console = Console(program.environment, color: words.global.color)
    if words.global.wantsHelp {
      try HelpPrinter(program.environment).show(definition)
      return 0
    }
    try program.startLog(words.global)
    let plain = IntentCall(definition.id, with: try flags.values(words), key: words.global.key)
    let call = words.global.addingConfirmation(plain, among: [definition])
    var engine = try await program.engine(words.global, printsTextOnly: true)
    if let workflow { engine = engine.with(workflow) }
    let outcome = await perform(call, engine, words.global, program)
    return try OutcomePrinter(console: console, wantsJSON: words.global.wantsJSON)
      .print(outcome, of: definition.id)
  }

  /// Performs a call, and asks for what it needs where somebody is there to be asked.
  private func perform(
    _ call: IntentCall,
    _ engine: IntentEngine,
    _ global: GlobalFlags,
    _ program: Program
  ) async -> Outcome {
    let canRequestInput = program.environment.isInteractive && !global.wantsJSON
    let terminalPrompt = TerminalPrompt(console: Console(program.environment)) { readLine() }
    var asked = call
    while true {
      let outcome = await engine.perform(asked, from: source, canRequestInput: canRequestInput)
      guard case .needsInput(let needs) = outcome else { return outcome }
      let answers = terminalPrompt.answers(to: needs)
      if needs.state == nil, answers?["confirm"] == false { return outcome }
      guard let next = asked.answering(needs, with: answers) else { return outcome }
      asked = next
    }
  }
}
