import IntentKit
import JSONText
import MinutaCore

/// An intent called from the command line, with a flag for each parameter.
struct IntentInvocation {
  let definition: IntentDefinition
  /// The workflow behind the intent, if it comes from a file on the command line.
  private let workflow: Workflow?

  /// Creates an invocation of a registered intent.
  init(_ definition: IntentDefinition) {
    self.definition = definition
    workflow = nil
  }

  /// Creates an invocation of a workflow that was read from a file outside the user's directory of
  /// workflows.
  init(_ workflow: Workflow, in program: Program) async throws(Failure) {
    let engine = program.definitionEngine.with(workflow)
    guard let definition = try await engine.definition(of: workflow.id) else {
      throw .unknownIntent(workflow.id, near: nil)
    }
    self.definition = definition
    self.workflow = workflow
  }

  /// Parses the words that are left and performs the call.
  ///
  /// - Returns: The exit code.
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    var words = words
    var reading = CommandReading()
    let call: IntentCall
    do throws(Failure) {
      try parse(&words)
      call = words.global.wantsHelp ? IntentCall(definition.id) : try self.call(words, &reading)
    } catch {
      throw CommandAnswer(definition, words, reading).explaining(error)
    }
    if words.global.wantsHelp {
      try HelpPrinter(program).show(definition, as: words.shortcut)
      return 0
    }
    try program.startLog(words.global)
    return try await perform(call, words, reading, program)
  }

  private func parse(_ words: inout CommandLineArguments) throws(Failure) {
    let flags = IntentFlags(definition: definition).flags
    try words.parse(flags: flags, takesNegatives: true, rows: { ResultRows(of: definition) })
  }

  /// Returns the call of words that have been parsed.
  ///
  /// - Parameter reading: is set to what the positional arguments mean.
  private func call(
    _ words: CommandLineArguments,
    _ reading: inout CommandReading
  ) throws(Failure) -> IntentCall {
    let (found, failure) = CommandGrammar.read(definition, words)
    reading = found
    if let failure { throw failure }
    var values = try IntentFlags(definition: definition).values(words, reading)
    if !words.global.wantsJSON {
      for member in definition.command?.textDefaults.members ?? [] where values[member.key] == nil {
        values[member.key] = member.value
      }
    }
    let call = IntentCall(definition.id, with: values, key: words.global.key)
    return words.global.addingConfirmation(call, among: [definition])
  }

  private func perform(
    _ call: IntentCall,
    _ words: CommandLineArguments,
    _ reading: CommandReading,
    _ program: Program
  ) async throws -> Int32 {
    let global = words.global
    let canRequestInput =
      program.environment.isInteractive && !global.wantsJSON && global.allowsInput
    let prompt = canRequestInput ? TerminalPrompt(console: Console(program.environment)) : nil
    var engine = try await program.engine(global, printsTextOnly: true)
    if let workflow { engine = engine.with(workflow) }
    var outcome = await perform(call, engine, prompt)
    if case .failed(let failure) = outcome {
      outcome = .failed(CommandAnswer(definition, words, reading).explaining(failure))
    }
    let rows = definition.rows
    let printer = try printer(call, rows, global, program.environment)
    let code = try printer.print(outcome, rows)
    program.dropHistory(after: call, global)
    return code
  }

  /// Throws if the words that are left are wrong, as far as that doesn't depend on the data; performs
  /// nothing.
  func check(_ words: CommandLineArguments, _ program: Program) async throws {
    var words = words
    var reading = CommandReading()
    words.dropOpenFlag(among: IntentFlags(definition: definition).flags)
    try parse(&words)
    let call = try call(words, &reading)
    // The words that follow later can set the required parameters.
    var schema = definition.parameters
    schema["required"] = nil
    if let problem = SchemaValidator(schema).problems(in: .object(call.values)).first {
      throw Failure.invalidValue(problem)
    }
    var engine = program.definitionEngine
    if let workflow { engine = engine.with(workflow) }
    let problem = await engine.problem(with: call, from: .commandLine, lacksValues: true)
    if let problem { throw problem }
  }

  /// Returns the printer for the outcome; a result that is only read goes through the pager.
  private func printer(
    _ call: IntentCall,
    _ rows: IntentDefinition.Rows?,
    _ global: GlobalFlags,
    _ environment: Environment
  ) throws(Failure) -> OutcomePrinter {
    let hasTable = rows != nil && !global.wantsJSON
    // Only tables depend on the display options, so that other calls don't read the settings twice.
    var display = DisplayOptions()
    if hasTable { display = DisplayOptions(try Settings(of: environment), global) }
    display.drawsChart = call.values["chart"] == true
    display.showsFields = rows?.details.map { call.values[$0.parameter] != nil } ?? false
    let isPaged = hasTable && display.usesPager && definition.effects.readOnly
    return OutcomePrinter(
      console: Console(environment, color: global.color, display: display),
      wantsJSON: global.wantsJSON,
      isQuiet: global.isQuiet,
      listedLines: { global.lines(of: $0, definition, call.values) },
      pager: isPaged ? Pager(environment) : nil
    )
  }

  /// Performs a call, prompting for required input if a person is at the terminal.
  private func perform(
    _ call: IntentCall,
    _ engine: IntentEngine,
    _ prompt: TerminalPrompt?
  ) async -> Outcome {
    let source: CallSource = workflow == nil ? .commandLine : .file
    var pending = call
    while true {
      let outcome = await engine.perform(pending, from: source, canRequestInput: prompt != nil)
      guard case .needsInput(let request) = outcome, let prompt else { return outcome }
      if let first = firstRequest(before: request, pending) {
        let answers = prompt.answers(to: first)
        guard let next = pending.answering(first, with: answers) else { return outcome }
        pending = next
      }
      let answers = prompt.answers(to: request)
      if request.state == nil, answers?["confirm"] == false { return outcome }
      guard let next = pending.answering(request, with: answers) else { return outcome }
      pending = next
    }
  }

  /// Returns the request for the first word of a command, if nothing was given: people say the tag
  /// before a duration, even where only the duration is required.
  private func firstRequest(before request: InputRequest, _ call: IntentCall) -> InputRequest? {
    guard call.values.isEmpty, request.state == nil, let name = definition.wordParameters.first,
      definition.takesTag(name), let schema = definition.properties[name],
      request.fields.allSatisfy({ $0.name != name && $0.choices == nil })
    else { return nil }
    return InputRequest("Which tag?", parameter: name, schema: schema)
  }
}
