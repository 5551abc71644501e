/// A group of related commands, listed together in the overview and in the help of each.
struct HelpGroup: Sendable {
  let title: String
  /// The manual topics that explain the commands of this group.
  let topics: [String]
  /// The commands of this group, most used first.
  let entries: [CommandHelpEntry]
}

/// The help texts of a command that don't follow from its parameters.
struct CommandHelpEntry: Sendable {
  let name: String
  /// An imperative summary of at most 60 characters.
  let line: String
  /// Example command lines without the program name.
  let examples: [String]

  init(_ name: String, _ line: String, _ examples: String...) {
    self.name = name
    self.line = line
    self.examples = examples
  }
}

extension HelpGroup {
  /// Returns the group and entry of a command; nil if it has none, such as a plugin's intent.
  static func of(_ name: String) -> (group: HelpGroup, entry: CommandHelpEntry)? {
    for group in all {
      if let entry = group.entries.first(where: { $0.name == name }) { return (group, entry) }
    }
    return nil
  }

  /// All groups; each command is in exactly one of them.
  static let all: [HelpGroup] = [
    HelpGroup(
      title: "Timers",
      topics: ["timers", "away", "tasks", "labels", "time"],
      entries: [
        CommandHelpEntry(
          "start",
          "Start a timer",
          "start Work",
          "start Work 15m ago",
          "start Work +ticket=R-12 Fix the login"
        ),
        CommandHelpEntry(
          "stop",
          "Stop the running timers",
          "stop",
          "stop Work 17:30",
          "stop -m Done"
        ),
        CommandHelpEntry("switch", "Stop everything and start another timer", "switch Email"),
        CommandHelpEntry(
          "toggle",
          "Stop the running timers, or start one",
          "toggle",
          "toggle Work"
        ),
        CommandHelpEntry("status", "Show what is running", "status", "status waybar"),
        CommandHelpEntry(
          "resume",
          "Start a timer like an earlier record",
          "resume",
          "resume 5EC5ECD8"
        ),
        CommandHelpEntry("cancel", "Delete a running timer", "cancel", "cancel Work"),
        CommandHelpEntry(
          "resolve",
          "Resolve a forgotten timer",
          "resolve",
          "resolve stopAt --at 17:30",
          "resolve subtract --counting 10m"
        ),
        CommandHelpEntry("away", "Record that you are leaving", "away", "away 12:30"),
        CommandHelpEntry("back", "Show what ran while you were away", "back", "back --ask"),
      ]
    ),
    HelpGroup(
      title: "Records",
      topics: ["timers", "labels", "filters", "time"],
      entries: [
        CommandHelpEntry(
          "log",
          "Log time that you already spent",
          "log Email 30m",
          "log Work 9:00-10:30",
          "log 2h client work yesterday"
        ),
        CommandHelpEntry(
          "records",
          "List records",
          "records",
          "records last week --tag Work",
          "records --last 5",
          "records 5EC5",
          "records 2026-11 --filter 'duration>4h'"
        ),
        CommandHelpEntry(
          "edit",
          "Change a record",
          "edit last --comment \"Budget\"",
          "edit 5EC5 9:15-10:00 Work"
        ),
        CommandHelpEntry(
          "split",
          "Split a record in two or more",
          "split 10:30 last",
          "split -10m"
        ),
        CommandHelpEntry(
          "join",
          "Join several records into one",
          "join 5EC5 13C6 --yes",
          "join @1 @2"
        ),
        CommandHelpEntry(
          "cut",
          "Remove a time range from all records",
          "cut 12:00 12:45 --dry-run",
          "cut yesterday 10:00-10:15",
          "cut 10:00-10:15 @2"
        ),
        CommandHelpEntry(
          "bulk",
          "Change or delete all matching records",
          "bulk 'in:2026-11 tag:Mail' --retag Email --dry-run",
          "bulk 'in:today' --shift -5m --yes",
          "bulk 'tag:Work text:acme' --add-label client=Acme --dry-run"
        ),
        CommandHelpEntry(
          "gaps",
          "List untracked time between the records of a day",
          "gaps",
          "gaps last week --at-least 10m"
        ),
        CommandHelpEntry(
          "fill",
          "Log the untracked time between records",
          "fill Email --dry-run",
          "fill Work yesterday --at-least 10m --yes"
        ),
        CommandHelpEntry("delete", "Delete a record", "delete last", "delete 5EC5ECD8"),
        CommandHelpEntry("restore", "Restore a deleted record", "restore 5EC5ECD8"),
        CommandHelpEntry("deleted", "List the deleted records", "deleted"),
        CommandHelpEntry("image-attach", "Add an image to a record", "image-attach board.png last"),
        CommandHelpEntry("image-remove", "Remove an image from a record", "image-remove last 0"),
      ]
    ),
    HelpGroup(
      title: "Tags and labels",
      topics: ["timers", "labels"],
      entries: [
        CommandHelpEntry("tags", "List tags", "tags", "tags --include-archived"),
        CommandHelpEntry(
          "labels",
          "List labels",
          "labels",
          "labels month 'tag:Work'"
        ),
        CommandHelpEntry("tag-create", "Create a tag", "tag-create Work"),
        CommandHelpEntry(
          "tag-rename",
          "Rename a tag, or merge it with another",
          "tag-rename Mail Email"
        ),
        CommandHelpEntry("tag-color", "Set the colour of a tag", "tag-color Work '#2E86AB'"),
        CommandHelpEntry(
          "tag-archive",
          "Archive a tag, so that new records can't use it",
          "tag-archive Work"
        ),
        CommandHelpEntry("tag-unarchive", "Unarchive a tag", "tag-unarchive Work"),
        CommandHelpEntry(
          "tag-delete",
          "Delete a tag and keep its records",
          "tag-delete Work --dry-run"
        ),
      ]
    ),
    HelpGroup(
      title: "Summaries",
      topics: ["pictures", "summaries", "reports", "filters", "time"],
      entries: [
        CommandHelpEntry("today", "Draw the hours of today", "today"),
        CommandHelpEntry("yesterday", "Draw the hours of yesterday", "yesterday"),
        CommandHelpEntry(
          "day",
          "Draw the hours of each day",
          "day 2026-11-20",
          "day last week"
        ),
        CommandHelpEntry("week", "Draw a bar for each day", "week", "week last week --tag Work"),
        CommandHelpEntry("month", "Draw a calendar", "month", "month november", "month 2026"),
        CommandHelpEntry("days", "List days as bars, hours or a calendar", "days last 14 days"),
        CommandHelpEntry(
          "summary",
          "Sum up your time",
          "summary",
          "summary last week --group-by day,tag",
          "summary week by client",
          "summary month --chart",
          "summary month --tree",
          "summary 2026-11 --tag Work --round up",
          "summary lastMonth --group-by +client,tag"
        ),
        CommandHelpEntry(
          "report",
          "Make a report with charts",
          "report",
          "report lastMonth --output report.pdf",
          "report last week html",
          "report 2026 --format svg --locale de_CH"
        ),
      ]
    ),
    HelpGroup(
      title: "Invoices",
      topics: ["invoices", "settings"],
      entries: [
        CommandHelpEntry(
          "invoice",
          "Bill the records of a client",
          "invoice Acme lastMonth --dry-run",
          "invoice Acme 2026-11 --output 2026-014.pdf",
          "invoice Acme/Website --lines day --round up --round-to 15m"
        ),
        CommandHelpEntry("invoices", "List invoices, or show one", "invoices", "invoices 2026-014"),
        CommandHelpEntry("invoice-unlock", "Unlock invoiced records", "invoice-unlock 2026-014"),
        CommandHelpEntry("invoice-lock", "Lock invoiced records", "invoice-lock 2026-014"),
      ]
    ),
    HelpGroup(
      title: "Import and export",
      topics: ["import", "export"],
      entries: [
        CommandHelpEntry(
          "import",
          "Add the records of other programs",
          "import ~/.timewarrior --dry-run",
          "import toggl.csv --time-zone Europe/Zurich",
          "import csv hours.csv --column start=Began --column end=Finished"
        ),
        CommandHelpEntry(
          "export",
          "Write records in another format",
          "export csv 2026-11",
          "export icalendar all --output work.ics"
        ),
      ]
    ),
    HelpGroup(
      title: "History and undo",
      topics: ["timers", "safety"],
      entries: [
        CommandHelpEntry("undo", "Undo the last change", "undo", "undo 12 --dry-run"),
        CommandHelpEntry("redo", "Redo the last undone change", "redo"),
        CommandHelpEntry("history", "List the changes made on this machine", "history"),
      ]
    ),
    severalMachines,
    HelpGroup(
      title: "Automation",
      topics: ["files", "workflows", "hooks", "schedule", "plugins"],
      entries: [
        CommandHelpEntry(
          "run",
          "Run calls or a workflow from a file, or one intent",
          "run calls.jsonl --dry-run",
          "run calls.jsonl --resume",
          "run end_of_day"
        ),
        CommandHelpEntry(
          "check",
          "Check a file before you use it",
          "check calls.jsonl",
          "check keymap.json --as keymap"
        ),
        CommandHelpEntry(
          "schema",
          "Print the JSON Schema of a kind of file",
          "schema settings",
          "schema workflow"
        ),
        CommandHelpEntry(
          "trace",
          "Show how a workflow run went",
          "trace",
          "trace end_of_day"
        ),
        CommandHelpEntry("hooks", "List event hooks", "hooks"),
        CommandHelpEntry(
          "schedule",
          "Run a workflow at times, with systemd",
          "schedule end_of_day 'Mon..Fri 17:30'",
          "schedule remove end_of_day"
        ),
        CommandHelpEntry(
          "plugin",
          "Add and manage plugins",
          "plugin add time --allow-all -- /usr/bin/mcp-server-time",
          "plugin list",
          "plugin doctor time"
        ),
        CommandHelpEntry("notify", "Show a notification on the desktop", "notify 'Take a break'"),
        CommandHelpEntry(
          "intents",
          "List the intents, or describe one",
          "intents",
          "intents LogTime"
        ),
      ]
    ),
    desktop,
    HelpGroup(
      title: "Setup",
      topics: ["settings", "data-folder", "troubleshooting"],
      entries: [
        CommandHelpEntry(
          "config",
          "Show or change the settings",
          "config",
          "config set timeZone Europe/Zurich",
          "config edit"
        ),
        CommandHelpEntry("storage", "Show or choose the data folder", "storage", "storage ~/Time"),
        CommandHelpEntry(
          "doctor",
          "Check the data and the setup",
          "doctor",
          "doctor --repair --dry-run"
        ),
        CommandHelpEntry(
          "install",
          "Install the program with its manual and completions",
          "install --dry-run",
          "install --prefix /usr/local",
          "install --remove"
        ),
        CommandHelpEntry("completions", "Print a shell completion script", "completions bash"),
        CommandHelpEntry("help", "Show help for a command or a topic", "help start", "help timers"),
        CommandHelpEntry("version", "Print the version", "version"),
      ]
    ),
  ]
}
