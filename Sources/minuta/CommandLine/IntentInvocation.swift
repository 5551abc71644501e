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

  /// Creates an invocation of the intent whose command or id is `word`.
  ///
  /// - Parameters:
  ///   - rest: the words after it.
  ///   - others: further words that the error may suggest if `word` is unknown.
  ///   - orTopic: whether the word could also be a topic of the manual.
  init(
    named word: String,
    before rest: [String] = [],
    near others: [String] = [],
    orTopic: Bool = false,
    in program: Program
  ) async throws {
    if let known = try await Self(ifNamed: word, in: program) {
      self = known
    } else if let command = CommandSynonym.command(of: word),
      let definition = program.definition(ofCommand: command)
    {
      self.init(definition)
    } else if let line = CommandSynonym.commandLine(insteadOf: word, before: rest) {
      if orTopic, line.hasPrefix("config ") {
        throw Failure.unknownCommand(word, near: "settings", orTopic: true)
      }
      throw Failure.commandOfOtherProgram(word, line)
    } else {
      let definitions = program.definitions
      let commands =
        Commands.all.map(\.name) + CommandShortcut.names + definitions.compactMap(\.command?.name)
      let beginnings = Set(
        word.count < 3 ? [] : commands.filter { $0.hasPrefix(word.lowercased()) }
      )
      let ids = await program.allDefinitions().map(\.id) + program.workflows.ids()
      let known = commands + CommandSynonym.names + ids + others
      let near =
        beginnings.count == 1
        ? beginnings.first
        : TypoSuggester.closest(to: word, in: known)
          ?? others.first { $0.hasPrefix("\(word.lowercased())-") }
      let topics = ManualTopic.all.map(\.name)
      if !orTopic, near == nil, let topic = TypoSuggester.closest(to: word, in: topics) {
        throw Failure.topicAsCommand(word, topic)
      }
      throw Failure.unknownCommand(word, near: near, orTopic: orTopic)
    }
  }

  /// Creates an invocation of the intent whose command or id is `word`; returns nil if there is none.
  init?(ifNamed word: String, in program: Program) async throws {
    if let named = program.definition(ofCommand: word) {
      self.init(named)
    } else if let definition = try await program.definition(of: word) {
      self.init(definition)
    } else {
      return nil
    }
  }

  /// Parses the words that are left and performs the call.
  ///
  /// - Returns: The exit code.
  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    var words = words
    let wordAfterForm = words.wordAfterForm
    let flags = IntentFlags(definition: definition)
    let rows = ResultRows(of: definition)
    if rows == nil, let names = wordAfterForm?.fieldNames, !names.isEmpty,
      let records = program.definition(ofCommand: "records").flatMap(ResultRows.init),
      names.allSatisfy(records.fields.contains)
    {
      throw Failure.notAList(.json, hasFields: true)
    }
    try parse(&words, rows)
    let global = words.global
    if global.wantsHelp {
      try HelpPrinter(program.environment).show(definition, as: words.shortcut)
      return 0
    }
    try program.startLog(global)
    let canRequestInput =
      program.environment.isInteractive && !global.wantsJSON && global.allowsInput
    let prompt = canRequestInput ? TerminalPrompt(console: Console(program.environment)) : nil
    try flags.setFormat(&words)
    let readings = try await flags.readings(ofPositionals: words) {
      await EntityCompleter(program, global).allTags()
    }
    let possible = try loggable(readings, words, program)
    // With these flags, the words alone don't give the times.
    let hasTimes = ["at", "duration", "end", "start"].contains { flags.isGiven($0, words) }
    let formatter =
      possible.count > 1 && prompt != nil && !hasTimes
      ? try EntryTimeFormatter(definition, program.environment, global) : nil
    guard let reading = try possible.chosen(with: prompt, times: { formatter?.text(of: $0) })
    else { return Self.exitCodeOfNoAnswer }
    var values = try flags.values(words, reading)
    if let failure = await placeholderOfLabel(in: values, program, global) { throw failure }
    if definition.id == "History", !global.wantsJSON, values["each"] == nil {
      values["each"] = false
    }
    let plain = IntentCall(definition.id, with: values, key: global.key)
    var call = global.addingConfirmation(plain, among: [definition])
    var engine = try await program.engine(global, printsTextOnly: true)
    if let workflow { engine = engine.with(workflow) }
    var outcome = await perform(call, engine, prompt)
    if let record = await recordToResume(insteadOf: reading, outcome, program, global) {
      call = IntentCall(
        call.intent,
        with: call.values.merging(["record": .string(record)]),
        key: call.key
      )
      outcome = await perform(call, engine, prompt)
    }
    if prompt != nil, let tag = reading.tag, outcome.namesNewTag {
      let others = await EntityCompleter(program, global).allTags()
        .filter { $0.lowercased() != tag.lowercased() }
      outcome = outcome.suggesting(TypoSuggester.closestTag(to: tag, in: others))
    }
    if definition.id == "ListRecords", global.form == .text {
      outcome = await outcome.namingLastRecord(of: call, program, global)
    }
    if case .failed(let failure) = outcome {
      if let word = wordAfterForm, let rows, reading.values.contains(where: { $0.word == word }),
        failure.code == "tagNotFound" || failure.code == "invalidValue"
      {
        outcome = .failed(.unknownField(word, among: rows.fields))
      } else {
        outcome = .failed(try await explaining(failure, reading, program, global))
      }
    }
    let printer = try printer(call, global, program.environment)
    let code = try printer.print(outcome, of: definition)
    program.dropHistory(after: call, of: definition, global)
    return code
  }

  private func parse(_ words: inout CommandLineArguments, _ rows: ResultRows?) throws(Failure) {
    let flags = IntentFlags(definition: definition)
    let typed = words.rest
    do throws(Failure) {
      try words.parse(flags, rows: rows)
    } catch {
      throw flags.explaining(error, of: typed)
    }
  }

  /// Throws if the flags among the words that are left, or their values, are wrong; performs nothing.
  func check(_ words: CommandLineArguments, _ program: Program) async throws {
    var words = words
    let flags = IntentFlags(definition: definition)
    words.dropOpenFlag(among: flags.flags)
    try parse(&words, ResultRows(of: definition))
    let values = try flags.values(words, EntryReading(values: []))
    // The words that follow later can set the required parameters.
    var schema = definition.parameters
    schema["required"] = nil
    if let problem = SchemaValidator(schema).problems(in: .object(values)).first {
      throw Failure.invalidValue(problem)
    }
    let call = IntentCall(definition.id, with: values)
    var engine = program.definitionEngine
    if let workflow { engine = engine.with(workflow) }
    let problem = await engine.problem(with: call, from: .commandLine, lacksValues: true)
    if let problem { throw problem }
  }

  /// Returns the readings of a record or a cut whose times can have passed; a planned record may have
  /// any.
  private func loggable(
    _ readings: [EntryReading],
    _ words: CommandLineArguments,
    _ program: Program
  ) throws -> [EntryReading] {
    let isCut = definition.id == "CutRange" && words.values["record"] == nil
    guard isCut || definition.id == "LogTime", readings.count > 1, words.booleans["planned"] != true
    else { return readings }
    let (environment, now) = (program.environment, program.environment.now())
    let parser = try DateTimeParser(environment, words.global)
    return try readings.loggable(by: parser, now: now, orEarlier: isCut)
  }

  /// Returns the printer for the outcome; a result that is only read goes through the pager.
  private func printer(
    _ call: IntentCall,
    _ global: GlobalFlags,
    _ environment: Environment
  ) throws(Failure) -> OutcomePrinter {
    let rows = definition.rows
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

  /// The exit code of a call that needed input which nobody gave.
  private static let exitCodeOfNoAnswer: Int32 = 3

  /// Performs a call, prompting for required input if a person is at the terminal.
  private func perform(
    _ call: IntentCall,
    _ engine: IntentEngine,
    _ prompt: TerminalPrompt?
  ) async -> Outcome {
    let source: CallSource = workflow == nil ? .commandLine : .file
    var pending = call
    if let prompt, let request = requestBefore(call) {
      let answers = prompt.answers(to: request)
      guard let next = call.answering(request, with: answers) else { return .needsInput(request) }
      pending = next
    }
    var isFirst = true
    while true {
      let outcome = await engine.perform(pending, from: source, canRequestInput: prompt != nil)
      guard case .needsInput(let request) = outcome, let prompt else { return outcome }
      if isFirst, request.state == nil, let failure = await failure(ofRecordIn: call, engine) {
        return .failed(failure)
      }
      isFirst = false
      let answers = prompt.answers(to: request)
      if request.state == nil, answers?["confirm"] == false { return outcome }
      guard let next = pending.answering(request, with: answers) else { return outcome }
      pending = next
    }
  }

  /// Returns the request for the tag of time to log, if nothing is given: people say the tag before
  /// the duration, which alone is required.
  private func requestBefore(_ call: IntentCall) -> InputRequest? {
    guard definition.id == "LogTime", call.values.isEmpty, let tag = definition.properties["tag"]
    else { return nil }
    return InputRequest("Which tag?", parameter: "tag", schema: tag)
  }

  /// Returns the failure of a typed record that doesn't exist, so that nobody answers questions about
  /// it first.
  private func failure(ofRecordIn call: IntentCall, _ engine: IntentEngine) async -> Failure? {
    guard definition.properties["record"]?["x-minuta-entity"] == "record",
      let record = call.values["record"]
    else { return nil }
    let list = IntentCall("ListRecords", with: ["record": record])
    guard case .failed(let failure) = await engine.perform(list, from: .commandLine) else {
      return nil
    }
    return failure
  }
}
