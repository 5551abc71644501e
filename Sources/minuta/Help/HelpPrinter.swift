import IntentKit
import SystemCalls

/// Prints help, wrapped to the terminal's width.
struct HelpPrinter {
  /// The word that lists the manual topics, as in `minuta help topics`.
  static let listing = "topics"
  /// The word that lists all commands, as in `minuta help commands`.
  static let commands = "commands"

  private let console: Console
  private let definitions: [IntentDefinition]
  private let pager: Pager?
  private let wrapper: TextWrapper

  /// - Parameter allowsPager: whether long pages may be shown by the pager.
  init(_ program: Program, allowsPager: Bool = true) {
    let environment = program.environment
    definitions = program.definitions
    console = Console(environment)
    pager = allowsPager ? Pager(environment) : nil
    // Lines of more than 100 characters are hard to read.
    wrapper = TextWrapper(width: min(environment.outputSize?.columns ?? 80, 100))
  }

  /// Shows a manual topic, with the pager if it is longer than the screen.
  func show(_ topic: ManualTopic) throws(Console.WriteError) {
    let lines = MarkdownRenderer(
      wrapper: wrapper,
      wrapsCode: console.isTerminal,
      heading: heading
    ).lines(topic.text)
    try print(lines)
  }

  /// Prints lines, with the pager if there are more than the screen has.
  private func print(_ lines: [String]) throws(Console.WriteError) {
    if let pager { try pager.print(lines) } else { try console.print(lines: lines) }
  }

  /// Lists the manual topics.
  func showTopics() throws(Console.WriteError) {
    let rows = ManualTopic.all.map { [$0.name, $0.title] }
    try console.print(lines: [heading("Topics")] + wrapper.columns(rows, indent: "  "))
  }

  /// Shows the most used commands when the program is run without arguments.
  func showQuickStart() throws(Console.WriteError) {
    let rows = [
      ["minuta start Work", "Start a timer"], ["minuta stop", "Stop it"],
      ["minuta log Email 30m", "Log time that you already spent"],
      ["minuta status", "Show what is running"], ["minuta summary week", "Sum up your week"],
      ["minuta undo", "Undo the last change"],
    ]
    try console.print(
      lines: ["Minuta tracks your time.", ""] + wrapper.columns(rows, indent: "  ") + [
        "", "Run 'minuta help' for more commands, or 'minuta help timers' for details.",
      ]
    )
  }

  /// Shows the common commands on one screen.
  func showOverview() throws(Console.WriteError) {
    let lines = [usage] + list(CommandHelp.all(definitions).filter(\.isCommon), separator: [])
    let others = "See also: minuta help commands, minuta help topics, minuta COMMAND --help"
    try print(lines + wrapper.lines(others, rest: "  "))
  }

  /// Shows all commands in groups, and the flags that every command has.
  ///
  /// - Parameter workflows: the user's workflows, each as its command and title.
  func showCommands(_ workflows: [[String]]) throws(Console.WriteError) {
    var lines = [usage] + list(CommandHelp.all(definitions), separator: [""])
    if !workflows.isEmpty {
      let rows = workflows.map { $0.map(\.escapedForTerminal) }
      lines += ["", heading("Your workflows")] + wrapper.columns(rows, indent: "  ")
    }
    lines += ["", heading("Flags of every command")]
    lines += wrapper.columns(GlobalFlags.help, indent: "  ")
    try print(lines + ["", "Run 'minuta COMMAND --help' for its flags and examples."])
  }

  private var usage: String { "Usage: minuta COMMAND [ARGUMENTS] [FLAGS]" }

  /// Returns the lines of commands in their groups.
  ///
  /// - Parameter separator: the lines before each group.
  private func list(_ commands: [CommandHelp], separator: [String]) -> [String] {
    let width = commands.map(\.name.count).max() ?? 0
    return CommandHelp.groups.flatMap { group in
      let members = commands.filter { $0.group == group.title }
      let rows = members.map { [console.aligned($0.name, to: width), $0.line] }
      return rows.isEmpty
        ? [] : separator + [heading(group.title)] + wrapper.columns(rows, indent: "  ")
    }
  }

  /// Shows the help of a command that is not an intent.
  func show(_ command: any Command) throws(Console.WriteError) {
    var lines = wrapper.lines("minuta \(command.usage)", rest: "  ") + [""]
    lines += wrapper.lines("\(command.summary).")
    if !command.details.isEmpty { lines += [""] + wrapper.lines(command.details) }
    for section in command.sections {
      lines += ["", heading(section.title)] + wrapper.columns(section.rows, indent: "  ")
    }
    try console.print(lines: lines + related(to: command.name))
  }

  /// Shows the help of an intent.
  ///
  /// - Parameter shortcut: the word that stands for the intent's command, such as `week`.
  func show(
    _ definition: IntentDefinition,
    as shortcut: String? = nil
  ) throws(Console.WriteError) {
    let name = shortcut ?? definition.command?.name
    let lines = IntentHelp(definition, as: shortcut).lines(wrapper, heading: heading)
    try console.print(lines: lines + (name.map(related) ?? []))
  }

  /// Returns the lines with a command's examples, its other names, related commands and topics.
  private func related(to name: String) -> [String] {
    let commands = CommandHelp.all(definitions)
    guard let entry = commands.first(where: { $0.name == name }) else { return [] }
    let examples = entry.examples.map { "  minuta \($0)" }
    var lines = ["", heading("Examples")]
    lines += console.isTerminal ? examples.flatMap { wrapper.code($0, isCommand: true) } : examples
    if !entry.synonyms.isEmpty {
      let words = entry.synonyms.joined(separator: ", ")
      lines += ["", heading("Other names")] + wrapper.lines(words, first: "  ", rest: "  ")
    }
    let others = commands.filter { $0.group == entry.group && $0.name != name }.prefix(6)
    let topics = CommandHelp.groups.first { $0.title == entry.group }?.topics ?? []
    let all = (others.map(\.name) + topics.map { "help \($0)" })
      .map { "minuta\u{A0}\($0.replacing(" ", with: "\u{A0}"))" }
    let text = wrapper.lines(all.joined(separator: ", "), first: "  ", rest: "  ")
    return lines + ["", heading("See also")] + text.map { $0.replacing("\u{A0}", with: " ") }
  }

  private func heading(_ text: String) -> String { console.colored(text, "1") }
}
