import IntentKit
import MinutaStore
import SystemCalls

/// A file that `minuta install` writes.
struct InstalledFile {
  /// The parts of an installation, as they are listed.
  enum Part: String, CaseIterable {
    case program = "program"
    case completions = "shell completions"
    case pages = "manual pages"
    case editors = "editor packages"
    case examples = "examples"
    case desktop = "desktop entry and icon"
  }

  /// The path below the prefix.
  let path: String
  let part: Part
  let bytes: [UInt8]

  /// The hash by which a changed file is recognized.
  var hash: String { Self.hash(of: bytes) }

  /// Returns the SHA-256 hash of a file's first MiB, and of a checksum and the size of the rest.
  ///
  /// Only the program is larger. SHA-256 of all of it would take seconds.
  static func hash(of bytes: [UInt8]) -> String {
    let sum = bytes.withUnsafeBytes {
      Checksum.of(UnsafeRawBufferPointer(rebasing: $0.dropFirst(1 << 20)))
    }
    let rest = " \(sum) \(bytes.count)"
    return SHA256.hex(of: bytes.prefix(1 << 20) + Array(rest.utf8))
  }

  var permissions: UInt32 { part == .program ? 0o755 : 0o644 }

  private init(_ path: String, _ part: Part, _ bytes: [UInt8]) {
    (self.path, self.part, self.bytes) = (path, part, bytes)
  }

  private init(_ path: String, _ part: Part, lines: [String]) {
    self.init(path, part, Array(lines.reduce(into: "") { $0 += $1 + "\n" }.utf8))
  }

  /// Returns all files of an installation.
  ///
  /// - Parameters:
  ///   - program: the content of the program.
  ///   - definitions: the definitions of the built-in intents, for the manual.
  ///   - date: the date of the manual.
  ///   - entry: the desktop entry.
  static func all(
    program: [UInt8],
    _ definitions: [IntentDefinition],
    date: String,
    entry: DesktopEntry
  ) -> [InstalledFile] {
    let pages = ManualPage.all(definitions, date: date).map { page in
      InstalledFile("share/man/man\(page.section)/\(page.file)", .pages, lines: page.lines)
    }
    let program = InstalledFile("bin/minuta", .program, program)
    return [program] + completions + pages + editors + examples + desktop(entry)
  }

  static var editors: [InstalledFile] {
    [
      InstalledFile("share/emacs/site-lisp/minuta.el", .editors, PackageResources.minuta_el),
      InstalledFile("share/nvim/site/plugin/minuta.lua", .editors, PackageResources.minuta_lua),
      InstalledFile("share/nvim/site/lua/minuta/init.lua", .editors, PackageResources.init_lua),
    ]
  }

  /// The examples that the manual's pages use.
  private static var examples: [InstalledFile] {
    let files: KeyValuePairs = [
      "import-converters/activitywatch.jq": PackageResources.activitywatch_jq,
      "import-converters/bartib.awk": PackageResources.bartib_awk,
      "import-converters/superproductivity.jq": PackageResources.superproductivity_jq,
      "import-profiles/furtherance-1.json": PackageResources.furtherance_1_json,
      "import-profiles/furtherance-2.json": PackageResources.furtherance_2_json,
      "import-profiles/furtherance-3.json": PackageResources.furtherance_3_json,
      "import-profiles/hamster.json": PackageResources.hamster_json,
      "import-profiles/kimai.json": PackageResources.kimai_json,
      "import-profiles/solidtime.json": PackageResources.solidtime_json,
      "import-profiles/timetrap.json": PackageResources.timetrap_json,
      "import-profiles/tock.json": PackageResources.tock_json,
      "workflows/end_of_day.json": PackageResources.end_of_day_json,
      "workflows/friday_report.json": PackageResources.friday_report_json,
      "workflows/log_calendar.json": PackageResources.log_calendar_json,
      "workflows/no_archived_client.json": PackageResources.no_archived_client_json,
      "workflows/nothing_running.json": PackageResources.nothing_running_json,
      "workflows/pomodoro.json": PackageResources.pomodoro_json,
      "workflows/retag_last_month.json": PackageResources.retag_last_month_json,
      "workflows/still_working.json": PackageResources.still_working_json,
      "workflows/sync_changes.json": PackageResources.sync_changes_json,
      "workflows/sync_often.json": PackageResources.sync_often_json,
      "workflows/weekly_summary.json": PackageResources.weekly_summary_json,
      "timewarrior-data.jq": PackageResources.timewarrior_data_jq,
    ]
    return files.map { InstalledFile("share/minuta/examples/\($0)", .examples, $1) }
  }

  private static func desktop(_ entry: DesktopEntry) -> [InstalledFile] {
    [
      InstalledFile(
        "share/icons/hicolor/scalable/apps/minuta.svg",
        .desktop,
        PackageResources.minuta_svg
      ),
      InstalledFile(
        "share/applications/minuta.desktop",
        .desktop,
        lines: entry.lines
      ),
    ]
  }

  static var completions: [InstalledFile] {
    let scripts = CompletionsCommand.scripts
    return [
      InstalledFile(
        "share/bash-completion/completions/minuta",
        .completions,
        lines: [scripts["bash"] ?? ""]
      ),
      InstalledFile(
        "share/fish/vendor_completions.d/minuta.fish",
        .completions,
        lines: [scripts["fish"] ?? ""]
      ),
      // zsh runs the file as the body of a function at the first completion.
      InstalledFile(
        "share/zsh/site-functions/_minuta",
        .completions,
        lines: ["#compdef minuta", scripts["zsh"] ?? "", "_minuta \"$@\""]
      ),
    ]
  }
}
