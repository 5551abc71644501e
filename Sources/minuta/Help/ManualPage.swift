import IntentKit
import MinutaCore

/// A page of the system's manual, made from the help texts and the manual topics.
struct ManualPage {
  /// The name of the file, such as `minuta-timers.7`.
  let file: String
  /// The section of the system's manual.
  let section: Int
  private let writer: RoffWriter

  /// The lines of the page in the format of man(7).
  var lines: [String] { writer.lines }

  /// Creates the page of a manual topic.
  init(_ topic: ManualTopic, date: String) {
    let name = "minuta-\(topic.name)"
    var writer = RoffWriter(name, section: 7, title: topic.title, date: date)
    writer.add(topic.text)
    writer.addSection("See also")
    writer.addParagraph("minuta(1)")
    (file, section, self.writer) = ("\(name).7", 7, writer)
  }

  /// Creates the page of the program, with all commands and flags.
  ///
  /// - Parameter definitions: the definitions of the built-in intents.
  init(_ definitions: [IntentDefinition], date: String) {
    var writer = RoffWriter("minuta", section: 1, title: "track time", date: date)
    writer.addSection("Synopsis")
    writer.addParagraph("`minuta` COMMAND [ARGUMENTS] [FLAGS]")
    writer.addSection("Description")
    writer.addParagraph(
      "Minuta tracks your time. `minuta COMMAND --help` shows the flags and examples of a command."
    )
    let commands = CommandHelp.all(definitions)
    for group in CommandHelp.groups {
      writer.addSection(group.title)
      for entry in commands where entry.group == group.title {
        writer.addTerm(Self.usage(of: entry.name, definitions), "\(entry.line).")
      }
    }
    writer.addSection("Flags of every command")
    for row in GlobalFlags.help { writer.addTerm(row[0], "\(row[1]).") }
    writer.addSection("Examples")
    writer.addCode(commands.compactMap(\.examples.first).map { "minuta \($0)" })
    writer.addSection("See also")
    writer.addParagraph(
      ManualTopic.all.map { "minuta-\($0.name)(7)" }.joined(separator: ", ")
    )
    (file, section, self.writer) = ("minuta.1", 1, writer)
  }

  private static func usage(of name: String, _ definitions: [IntentDefinition]) -> String {
    if let command = Commands.named(name) { return "minuta \(command.usage)" }
    guard let definition = definitions.first(where: { $0.command?.name == name }) else {
      return "minuta \(name)"
    }
    return "minuta \(IntentHelp(definition).usage)"
  }

  /// All pages: that of the program, and one for each manual topic.
  static func all(_ definitions: [IntentDefinition], date: String) -> [ManualPage] {
    [ManualPage(definitions, date: date)] + ManualTopic.all.map { ManualPage($0, date: date) }
  }
}

extension Environment {
  /// The current date in the local time zone, such as 2026-11-20.
  var dateText: String { LocalTimeConverter(timeZone: timeZone).time(at: now()).dateText }
}
