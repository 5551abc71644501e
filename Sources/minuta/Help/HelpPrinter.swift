import IntentKit
import SystemCalls

/// Prints help, wrapped to the terminal's width.
struct HelpPrinter {
  /// The word that lists the manual topics, as in `minuta help topics`.
  static let listing = "topics"

  private let console: Console
  private let pager: Pager?
  private let wrapper: TextWrapper

  /// - Parameter allowsPager: whether long pages may be shown by the pager.
  init(_ environment: Environment, allowsPager: Bool = true) {
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
  static func showQuickStart(_ environment: Environment) throws(Console.WriteError) {
    let rows = [
      ["minuta start Work", "Start a timer"], ["minuta stop", "Stop it"],
      ["minuta log Email 30m", "Log time that you already spent"],
      ["minuta status", "Show what is running"], ["minuta summary week", "Sum up your week"],
      ["minuta undo", "Undo the last change"],
    ]
    let page = HelpPrinter(environment)
    try page.console.print(
      lines: ["Minuta tracks your time.", ""] + page.wrapper.columns(rows, indent: "  ") + [
        "", "Run 'minuta help' for all commands, or 'minuta help timers' for details.",
      ]
    )
  }

  /// Shows all commands in groups.
  ///
  /// - Parameter workflows: the user's workflows, each as its command and title.
  func showOverview(_ workflows: [[String]]) throws(Console.WriteError) {
    let entries = HelpGroup.all.flatMap(\.entries)
    let width = entries.map(\.name.count).max() ?? 0
    var lines = ["Minuta tracks your time.", "", "Usage: minuta COMMAND [ARGUMENTS] [FLAGS]"]
    for group in HelpGroup.all {
      let rows = group.entries.map { entry in
        let other = CommandSynonym.shown[entry.name].map { " (also '\($0)')" } ?? ""
        return [entry.name.padded(to: width), entry.line + other]
      }
      lines += ["", heading(group.title)] + wrapper.columns(rows, indent: "  ")
    }
    if !workflows.isEmpty {
      let rows = workflows.map { $0.map(\.escapedForTerminal) }
      lines += ["", heading("Your workflows")] + wrapper.columns(rows, indent: "  ")
    }
    lines += ["", heading("Flags of every command")]
    lines += wrapper.columns(GlobalFlags.help, indent: "  ")
    let topics = ManualTopic.all.map(\.name).joined(separator: ", ")
    lines += ["", heading("Topics")] + wrapper.lines(topics, first: "  ", rest: "  ")
    lines += ["", "Run 'minuta COMMAND --help' or 'minuta help TOPIC' for details."]
    try print(lines)
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

  /// Returns the lines with a command's examples, related commands and manual topics.
  private func related(to name: String) -> [String] {
    guard let (group, entry) = HelpGroup.of(name) else { return [] }
    var lines: [String] = []
    if !entry.examples.isEmpty {
      let examples = entry.examples.map { "  minuta \($0)" }
      lines += ["", heading("Examples")]
      lines +=
        console.isTerminal ? examples.flatMap { wrapper.code($0, isCommand: true) } : examples
    }
    let others = group.entries.map(\.name).filter { $0 != name }.prefix(6)
    let topics = group.topics.map { "help \($0)" }
    let all = (others + topics).map { "minuta\u{A0}\($0.replacing(" ", with: "\u{A0}"))" }
    let text = wrapper.lines(all.joined(separator: ", "), first: "  ", rest: "  ")
    return lines + ["", heading("See also")] + text.map { $0.replacing("\u{A0}", with: " ") }
  }

  private func heading(_ text: String) -> String { console.colored(text, "1") }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
