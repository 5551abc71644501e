import IntentKit
import MinutaIntents

/// Lists the changes of the history, with comments cut so that they need no line of their own.
enum HistoryView: ResultView {
  static let name = "history"

  /// Returns the rows, which are wrapped at a terminal, because ids and times must not be cut.
  static func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let list: HistoryIntent.Result = try result.decoded()
    let rows = list.entries.map { item in
      [
        Table.Cell(text: String(item.entry.entry), isNumber: true),
        Table.Cell(text: item.text.localTime, isNumber: true),
        Table.Cell(text: item.text.command), Table.Cell(text: item.text.summary),
        Table.Cell(text: origin(of: item)),
      ]
    }
    guard let columns = console.columns else {
      return Table(rows: rows, cellLimit: 100).lines(console)
    }
    let starts = Table(rows: rows.map { Array($0.prefix(2)) }).lines(console)
    let room = columns - 4 - starts.widest - list.entries.map(\.text.command).widest
    let wrapper = TextWrapper(width: room < 24 ? columns - 6 : room)
    return TextWrapper(width: columns).columns(
      zip(starts, list.entries).map { start, item in
        [String(start.dropFirst(2)), item.text.command, summary(of: item, wrapper, console)]
      },
      indent: "  "
    )
  }

  /// Returns the changes and the origin of an entry, with comments cut to what is left of the lines
  /// that the rest needs.
  private static func summary(
    of item: HistoryListResult,
    _ wrapper: TextWrapper,
    _ console: Console
  ) -> String {
    func text(_ limit: Int) -> String {
      let parts = item.text.parts
      let text =
        parts.isEmpty
        ? item.text.summary : parts.sentence(commentLimit: limit, mark: console.style.ellipsis)
      return "\(text)  \(origin(of: item))".trimmingSpaces
        .markingLineBreaks(console.style.lineBreak).escapedForTerminal
    }
    let shortest = text(0)
    let count = wrapper.lines(shortest).count
    let limits = (leastComment...HistoryEntryPart.commentLimit).reversed()
    return limits.lazy.map(text).first { wrapper.lines($0).count == count } ?? shortest
  }

  /// The number of characters of a comment that say something.
  private static let leastComment = 8

  private static func origin(of item: HistoryListResult) -> String {
    let entry = item.entry
    let source = CallSource(rawValue: entry.source)
    let run = entry.run.map { "run \($0)" }
    // Most calls come from the command line, which needs no mention.
    let isUsual = source == .commandLine && run == nil
    let origins = isUsual ? [] : [source?.name ?? entry.source, run]
    let parts = (origins + [entry.undone ? "undone" : nil]).compactMap(\.self)
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }
}
