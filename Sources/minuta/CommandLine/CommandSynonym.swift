import MinutaCore
import SystemCalls

/// The words of other time trackers for the commands of this one.
///
/// A command, an intent, a workflow or a user's alias of the same name takes precedence.
enum CommandSynonym {
  /// The words that stand for a command with the same arguments.
  private static let commands = [
    "add": "log", "begin": "start", "change": "edit", "cont": "resume", "continue": "resume",
    "end": "stop", "finish": "stop", "in": "start", "list": "records", "ls": "records",
    "merge": "join", "modify": "edit", "mv": "tag-rename", "out": "stop", "pause": "stop",
    "remove": "delete", "rename": "tag-rename", "restart": "resume", "retag": "edit",
    "rm": "delete", "settings": "config", "sum": "summary", "total": "summary", "track": "log",
  ]

  /// The other names that the overview shows beside a command.
  static let shown = ["records": "list", "resume": "continue", "tag-rename": "rename"]

  /// The words that stand for a command.
  static let names = commands.keys.sorted()

  /// The command lines to type instead of words whose arguments differ.
  private static let commandLines = [
    "abort": "cancel", "aggregate": "week", "alias": setAlias, "aliases": setAlias,
    "annotate": "edit RECORD --comment TEXT",
    "balance": "summary",
    "break": "cut 10:15-10:30", "comment": "edit RECORD --comment TEXT", "csv": "export csv",
    "current": "status", "diagnostics": "doctor", "discard": "cancel",
    "display": "records", "docs": "help",
    "clients": "tags", "extensions": "plugin list", "find": search, "frames": "records all",
    "goal": setTargets,
    "goals": setTargets, "hours": "summary", "json": "export json",
    "last": "summary last week", "lengthen": "edit RECORD --duration 2h",
    "man": "help", "manual": "help", "move": "edit RECORD --shift 15m",
    "note": "edit RECORD --comment TEXT", "now": "status", "projects": "tags",
    "running": "status", "search": search, "shorten": "edit RECORD --duration 1h",
    "show": "records",
    "stats": "summary", "tag": "edit RECORD TAG", "target": setTargets, "targets": setTargets,
    "timesheet": "report", "untag": "edit RECORD --untagged",
  ]

  /// The command line that defines an alias.
  private static let setAlias = "config set aliases.w week"
  /// The command line that searches the comments.
  private static let search = "records all --filter text:WORD"

  /// The command line that sets a target.
  private static let setTargets = "config set \(Settings.example(of: "targets") ?? "targets VALUE")"

  /// The flags that stand for a flag of other programs; the first that a command has is meant.
  private static let flags = [
    "--at": ["--start"], "--begin": ["--start", "--at", "--from"], "--date": ["--at", "--from"],
    "--depth": ["--group-by"], "--description": ["--comment"], "--end": ["--at", "--to"],
    "--finish": ["--end", "--at", "--to"], "--force": ["--yes"], "--from": ["--start", "--at"],
    "--label": ["--labels", "--add-label", "--filter"],
    "--message": ["--comment"], "--note": ["--comment"], "--number": ["--limit"],
    "--since": ["--from", "--start", "--at"],
    "--start": ["--at", "--from"],
    "--stop": ["--end", "--at"], "--text": ["--comment"], "--time": ["--at"],
    "--to": ["--end", "--at"],
    "--until": ["--to", "--end", "--at"], "-c": ["--comment"], "-d": ["--duration"],
    "-e": ["--end", "--at", "--to"],
    "-f": ["--from", "--start", "--at"], "-g": ["--group-by"], "-l": ["--limit"],
    "-s": ["--start", "--at", "--from"],
  ]

  /// Returns the command for which a word stands; nil if there is none.
  static func command(of word: String) -> String? { commands[word.lowercased()] }

  /// Returns the command line to type instead of words, without the program's name.
  ///
  /// For a range such as `last month`, it is that of a summary.
  static func commandLine(insteadOf word: String, before rest: [String] = []) -> String? {
    let words = [word] + rest.prefix { !$0.hasPrefix("-") }
    guard let length = TimeGrammar.rangeLength(in: words[...]) else { return commandLines[word.lowercased()] }
    let range = RangePhrase(words[..<length].text)
    // `minuta week` shows this week.
    let shortcut = ["week", "month"].first { RangePhrase($0) == range }
    let others = shortcut == nil ? words : [shortcut ?? ""] + words[length...]
    return ((shortcut == nil ? ["summary"] : []) + others.map(\.quotedForShell))[...].text
  }

  /// Returns the flag among `known` that other programs call `flag`; nil if there is none.
  static func flag(of flag: String, among known: [String]) -> String? {
    flags[flag]?.first(where: known.contains)
  }
}
