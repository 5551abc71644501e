/// A manual topic: a Markdown file of `Manual`, compiled into the program.
struct ManualTopic: Sendable {
  /// The file name without its extension.
  let name: String
  private let bytes: @Sendable () -> [UInt8]

  /// The Markdown source.
  var text: String { String(decoding: bytes(), as: UTF8.self) }

  /// The title, which is the first heading of the text.
  var title: String {
    String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
  }

  /// The topics in reading order for a new user.
  static let all: [ManualTopic] = [
    ManualTopic(name: "timers") { PackageResources.timers_md },
    ManualTopic(name: "time") { PackageResources.time_md },
    ManualTopic(name: "grammar") { PackageResources.grammar_md },
    ManualTopic(name: "summaries") { PackageResources.summaries_md },
    ManualTopic(name: "tasks") { PackageResources.tasks_md },
    ManualTopic(name: "pictures") { PackageResources.pictures_md },
    ManualTopic(name: "reports") { PackageResources.reports_md },
    ManualTopic(name: "filters") { PackageResources.filters_md },
    ManualTopic(name: "labels") { PackageResources.labels_md },
    ManualTopic(name: "settings") { PackageResources.settings_md },
    ManualTopic(name: "files") { PackageResources.files_md },
    ManualTopic(name: "invoices") { PackageResources.invoices_md },
    ManualTopic(name: "analysis") { PackageResources.analysis_md },
    ManualTopic(name: "import") { PackageResources.import_md },
    ManualTopic(name: "export") { PackageResources.export_md },
    ManualTopic(name: "moving-from-clockify") { PackageResources.moving_from_clockify_md },
    ManualTopic(name: "moving-from-hey") { PackageResources.moving_from_hey_md },
    ManualTopic(name: "moving-from-timewarrior") { PackageResources.moving_from_timewarrior_md },
    ManualTopic(name: "moving-from-toggl") { PackageResources.moving_from_toggl_md },
    ManualTopic(name: "moving-from-watson") { PackageResources.moving_from_watson_md },
    ManualTopic(name: "workflows") { PackageResources.workflows_md },
    ManualTopic(name: "hooks") { PackageResources.hooks_md },
    ManualTopic(name: "schedule") { PackageResources.schedule_md },
    ManualTopic(name: "rpc") { PackageResources.rpc_md },
    ManualTopic(name: "mcp") { PackageResources.mcp_md },
    ManualTopic(name: "keys") { PackageResources.keys_md },
    ManualTopic(name: "pickers") { PackageResources.pickers_md },
    ManualTopic(name: "away") { PackageResources.away_md },
    ManualTopic(name: "bars") { PackageResources.bars_md },
    ManualTopic(name: "editors") { PackageResources.editors_md },
    ManualTopic(name: "plugins") { PackageResources.plugins_md },
    ManualTopic(name: "sync") { PackageResources.sync_md },
    ManualTopic(name: "data-folder") { PackageResources.data_folder_md },
    ManualTopic(name: "safety") { PackageResources.safety_md },
    ManualTopic(name: "exit-codes") { PackageResources.exit_codes_md },
    ManualTopic(name: "troubleshooting") { PackageResources.troubleshooting_md },
    ManualTopic(name: "upgrading") { PackageResources.upgrading_md },
    ManualTopic(name: "glossary") { PackageResources.glossary_md },
  ]

  /// Returns the topic with a name; nil if there is none.
  static func named(_ name: String) -> ManualTopic? {
    all.first { $0.name == name }
  }
}
