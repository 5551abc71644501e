/// A group of commands that help lists together, with the manual topics that explain them.
struct HelpGroup {
  let title: String
  let topics: [String]

  /// All groups, in the order in which help lists them.
  static let all = [
    HelpGroup(title: "Timers", topics: ["timers", "away", "tasks", "labels", "time"]),
    HelpGroup(title: "Records", topics: ["timers", "labels", "filters", "time"]),
    HelpGroup(title: "Tags and labels", topics: ["timers", "labels"]),
    HelpGroup(
      title: "Summaries",
      topics: ["pictures", "summaries", "reports", "filters", "time"]
    ),
    HelpGroup(title: "Invoices", topics: ["invoices", "settings"]),
    HelpGroup(title: "Import and export", topics: ["import", "export"]),
    HelpGroup(title: "History and undo", topics: ["timers", "safety"]),
    HelpGroup(title: "Several machines", topics: ["sync"]),
    HelpGroup(title: "Automation", topics: ["files", "workflows", "hooks", "schedule", "plugins"]),
    HelpGroup(
      title: "Desktop and editors",
      topics: ["keys", "pickers", "bars", "editors", "rpc", "mcp"]
    ),
    HelpGroup(title: "Setup", topics: ["settings", "data-folder", "troubleshooting"]),
    HelpGroup(title: "Plumbing", topics: ["keys", "away", "editors", "sync"]),
  ]
}

