import IntentKit
import JSONText

/// An intent called from the command line, with a flag for each parameter.
struct IntentInvocation {
  private let definition: IntentDefinition
  private let source: CallSource
  /// The workflow behind the intent, if it comes from a file on the command line.
  private let workflow: Workflow?

  /// Creates an invocation of a registered intent.
  init(_ definition: IntentDefinition) {
    self.definition = definition
    source = .commandLine
    workflow = nil
  }

  /// Creates an invocation of a workflow read from a file.
  init(_ definition: IntentDefinition, by workflow: Workflow) {
    self.definition = definition
    source = .file
    self.workflow = workflow
  }

  /// Parses the words and performs the call.
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

  /// Performs a call, prompting for required input if a person is at the terminal.
  private func perform(
    _ call: IntentCall,
    _ engine: IntentEngine,
    _ global: GlobalFlags,
    _ program: Program
  ) async -> Outcome {
    let canRequestInput = program.environment.isInteractive && !global.wantsJSON
    let terminalPrompt = TerminalPrompt(console: Console(program.environment)) { readLine() }
    var pending = call
    while true {
      let outcome = await engine.perform(pending, from: source, canRequestInput: canRequestInput)
      guard case .needsInput(let request) = outcome else { return outcome }
      let answers = terminalPrompt.answers(to: request)
      if request.state == nil, answers?["confirm"] == false { return outcome }
      guard let next = pending.answering(request, with: answers) else { return outcome }
      pending = next
    }
  }
}
