import IntentKit
import MinutaIntents

struct HistoryTable: ResultTable {
  let intent = "History"
  let cellLimit = 100

  func table(of result: HistoryIntent.Result) -> Table {
    Table(
      rows: result.entries.map { item in
        [
          Table.Cell(text: String(item.entry.entry), isNumber: true),
          Table.Cell(text: item.text.localTime, isNumber: true),
          Table.Cell(text: item.text.command), Table.Cell(text: item.text.summary),
          Table.Cell(text: origin(of: item)),
        ]
      }
    )
  }

  /// Returns the rows, which are wrapped at a terminal, because ids and times must not be cut.
  ///
  /// Comments are cut instead, so that they need no line of their own.
  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let entries = try typed(result).entries
    guard let columns = console.columns else {
      var table = try table(of: typed(result))
      table.cellLimit = cellLimit
      return table.lines(console)
    }
    let width = entries.map { String($0.entry.entry) }.widest
    let times = entries.map(\.text.localTime).widest
    let room = columns - 8 - width - times - entries.map(\.text.command).widest
    let wrapper = TextWrapper(width: room < 24 ? columns - 6 : room)
    return TextWrapper(width: columns).columns(
      entries.map { item in
        [
          console.aligned(String(item.entry.entry), to: width, isNumber: true),
          console.aligned(item.text.localTime, to: times, isNumber: true), item.text.command,
          summary(of: item, wrapper, console),
        ]
      },
      indent: "  "
    )
  }

  /// Returns the changes and the origin of an entry, with comments cut to what is left of the lines
  /// that the rest needs.
  private func summary(
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
    let limits = (Self.leastComment...HistoryEntryPart.commentLimit).reversed()
    return limits.lazy.map(text).first { wrapper.lines($0).count == count } ?? shortest
  }

  /// The number of characters of a comment that say something.
  private static let leastComment = 8

  private func origin(of item: HistoryListResult) -> String {
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
