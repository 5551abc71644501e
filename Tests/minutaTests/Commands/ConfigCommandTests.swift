import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests `minuta config` with the real program.
@Suite(.timeLimit(.minutes(10))) struct ConfigCommandTests {
  private let fixture: MinutaFixture
  private let path = ".config/minuta/settings.json"

  init() throws {
    fixture = try MinutaFixture()
  }

  private var file: String { "\(fixture.home.path)/\(path)" }

  private func settings() throws -> JSONValue {
    try JSONValue(parsing: fixture.home.text(of: path))
  }

  @Test func `settings are listed with their values and origins`() async throws {
    try fixture.home.write(#"{"weekStart":"sunday","aliases":{"w":"summary week"}}"#, to: path)
    let output = try await fixture.run("config").output
    #expect(output.hasPrefix("Settings in '\(file)':\n"))
    let rows = output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for row in [
      "timeZone Europe/Zurich TZ", "dayStart 00:00 default", "weekStart sunday file",
      "oneTimer none default", "durations units default", "clock 24h default",
      #"aliases {"w":"summary week"} file"#, "historyDays 90 default",
      "picker found automatically default",
    ] {
      #expect(rows.contains(row), "\(row)")
    }
    #expect(rows.contains { $0.hasPrefix("store ") && $0.hasSuffix("MINUTA_STORE") })
    let json = try await fixture.outcome(["config", "list"])
    #expect(json["file"] == .string(file))
    #expect(
      json["settings"]?.array?.first { $0["key"] == "weekStart" }
        == ["key": "weekStart", "value": "sunday", "origin": "file"]
    )
  }

  @Test func `a list is set by numbers, and names of settings are checked`() async throws {
    for (words, sentence) in [
      (
        ["set", "rates.Acme", "85"],
        "'85' is not valid for 'Acme' in 'rates'. Use values of 'rate' and 'currency' with a space"
      ),
      (["set", "rates", "85"], "'rates' is a list. Set an item by its number, such as"),
      (["unset", "bogus"], "There is no setting 'bogus'."),
      (["unset", "wekStart"], "There is no setting 'wekStart' (did you mean 'weekStart'?)."),
    ] {
      let result = try await fixture.run(["config"] + words)
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("minuta: \(sentence)"), "\(result.errors)")
    }
    let rate = #"{"rate":"85.50","currency":"EUR"}"#
    _ = try await fixture.run("config", "set", "rates.0", rate)
    #expect(try await fixture.run("config", "set", "rates.1", rate, "-q").output == "")
    #expect(try settings()["rates"]?.array?.count == 2)
    #expect(try await fixture.run("config", "-q").output.hasPrefix("  timeZone "))
    #expect(try await fixture.run("status", "-q").output == "")
  }

  @Test func `an item of a list has a name, and an object the values that it must have`()
    async throws
  {
    for (key, word, value) in [
      ("rates.Acme", "100 EUR", ["tag": "Acme", "rate": 100, "currency": "EUR"]),
      ("rates.a.b", "9 EUR", ["tag": "a.b", "rate": 9, "currency": "EUR"]),
      ("rates.Acme.from", "2026-01-01", "2026-01-01"),
      (
        "rates.0", "8 CHF", ["tag": "Acme", "rate": 8, "currency": "CHF", "from": "2026-01-01"]
      ),
      ("targets.day", "8h", ["per": "day", "time": "8h"]),
      ("targets.Acme", "30h week", ["tag": "Acme", "time": "30h", "per": "week"]),
      ("invoice.tax", "Value added tax 19", ["name": "Value added tax", "percent": 19]),
      ("log", "storage=debug", ["level": "storage=debug"]),
    ] as [(String, String, JSONValue)] {
      #expect(try await fixture.run("config", "set", key, word).status == 0, "\(key)")
      #expect(try await fixture.outcome(["config", "get", key])["value"] == value, "\(key)")
    }
    #expect(try settings()["rates"]?.array?.count == 2)
    #expect(try await fixture.run("config", "unset", "rates.a.b").status == 0)
    #expect(
      try await fixture.run(
        "config",
        "set",
        "rates.1",
        #"{"tag":"Acme","rate":1,"currency":"EUR"}"#
      ).status == 0
    )
    let refused = try await fixture.run("config", "set", "rates.Acme", "100 EUR")
    #expect(refused.errors == "minuta: 'rates.Acme' names 'rates.0' and 'rates.1'. Use a number.\n")
    #expect(try await fixture.run("config", "unset", "rates.0").status == 0)
    #expect(try settings()["rates"]?.array?.count == 1)
  }

  @Test func `an alias must stand for a command and have a name of its own`() async throws {
    for (words, sentence) in [
      (["aliases.x", "w"], "The alias 'x' begins with 'w', which is no command."),
      (
        ["aliases.y", "summery week"],
        "The alias 'y' begins with 'summery', which is no command (did you mean 'summary'?)."
      ),
      (
        ["aliases.week", "summary"],
        "The alias 'week' is never used, because a command has this name. Rename the alias."
      ),
    ] {
      let result = try await fixture.run(["config", "set"] + words)
      #expect(result.status == 2 && result.errors == "minuta: \(sentence)\n", "\(result)")
    }
    for words in [["aliases.l", "ls -n 3"], ["aliases.s", "week --store other"]] {
      #expect(try await fixture.run(["config", "set"] + words).status == 0)
    }
    #expect(try await fixture.run("doctor").status == 0)
    #expect(try await fixture.run("config", "check").status == 0)
    try fixture.home.write("{\"aliases\": {\n\"w\": \"week\",\n\"x\": \"w\"}}", to: path)
    let checked = try await fixture.run("config", "check")
    #expect(
      checked.errors == "minuta: \(file):3: The alias 'x' begins with 'w', which is no command.\n"
    )
    #expect(try await fixture.run("config", "set", "aliases.l", "ls").status == 0)
  }

  @Test func `all lines of config fit a narrow terminal`() async throws {
    for columns in ["40", "80"] {
      let output = try await fixture.run(["config"], environment: ["COLUMNS": columns]).output
      let long = output.split(separator: "\n").filter {
        $0.count > Int(columns)! && $0.trimmingCharacters(in: .whitespaces).contains(" ")
      }
      #expect(long.isEmpty, "\(long)")
      #expect(output.contains("\n    \(fixture.store)\n") || output.contains("  \(fixture.store)"))
    }
  }

  @Test(
    arguments: [
      ("dayStart", "04:00", "04:00"), ("oneTimer", "true", true), ("historyDays", "365", 365),
      ("daysOff", "2026-12-25,2026-12-26", ["2026-12-25", "2026-12-26"]),
      ("targets", #"[{"time":"8h","per":"day"}]"#, [["time": "8h", "per": "day"]]),
      ("log.level", "storage=debug", "storage=debug"),
      ("aliases.w", "summary week", "summary week"),
      ("invoice.number", "{year}-{number}", "{year}-{number}"), ("invoice.terms", "30", "30"),
      (
        "rates.0", #"{"tag":"Acme","rate":"85.50","currency":"EUR"}"#,
        ["tag": "Acme", "rate": "85.50", "currency": "EUR"]
      ),
    ] as [(String, String, JSONValue)]
  )
  func `a value on the command line is text, a list or JSON`(
    key: String,
    word: String,
    value: JSONValue
  ) async throws {
    let planned = try await fixture.run("config", "set", key, word, "--dry-run")
    #expect(planned.output.hasPrefix("Would set '\(key)' to "))
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try await fixture.run("config", "set", key, word).status == 0)
    let pointer = JSONPointer(key.split(separator: ".").map(String.init))
    #expect(try settings().value(at: pointer) == value)
    let found = try await fixture.outcome(["config", "get", key])
    #expect(found == ["key": .string(key), "value": value, "origin": "file"])
    #expect(
      try await fixture.run("config", "unset", key.split(separator: ".")[0].description).status == 0
    )
    #expect(try settings() == [:])
  }

  @Test(
    arguments: [
      (
        "dayStart", "25:00", "'25:00' is not valid for 'dayStart'. Use a time of day such as 06:00."
      ),
      (
        "overlap", "sometimes",
        "'overlap' must be 'allow', 'warn', 'refuse' or 'adjust', not 'sometimes'."
      ),
      ("timezone", "UTC", "There is no setting 'timezone' (did you mean 'timeZone'?)."),
      ("historyDays", "5", "'historyDays' must be between 30 and 36500, not 5."),
      ("log.format", "json", "The setting 'level' in 'log' is missing."),
      (
        "log.level", "loud",
        "'loud' is not valid for 'level' in 'log'. Use debug, info or error, or levels such as "
          + "storage=debug."
      ),
      (
        "store", "/x",
        "'store' has a command of its own, which checks the folder first.\n  minuta storage PATH"
      ),
    ]
  )
  func `a value that isn't valid is refused and changes nothing`(
    key: String,
    word: String,
    message: String
  ) async throws {
    let text = #"{"dayStart":  "04:00"}"#
    try fixture.home.write(text, to: path)
    let result = try await fixture.run("config", "set", key, word)
    #expect(result.errors == "minuta: \(message)\n")
    #expect(result.status == 2)
    #expect(try fixture.home.text(of: path) == text)
  }

  @Test func `a change keeps the other keys in order`() async throws {
    try fixture.home.write(
      #"{"$schema":"s.json","weekStart":"sunday","dayStart":"04:00","overlap":"warn"}"#,
      to: path
    )
    _ = try await fixture.run("config", "set", "dayStart", "05:00")
    _ = try await fixture.run("config", "set", "oneTimer", "false")
    #expect(
      try fixture.home.text(of: path) == """
        {
          "$schema": "s.json",
          "weekStart": "sunday",
          "dayStart": "05:00",
          "overlap": "warn",
          "oneTimer": false
        }

        """
    )
  }

  @Test func `a mistake in the file is named with its line, and can be removed`() async throws {
    try fixture.home.write("{\n\"dayStart\": \"04:00\",\n\"timezone\": \"UTC\"\n}", to: path)
    let message = "minuta: \(file):3: unknown key \"timezone\" (did you mean \"timeZone\"?)\n"
    for words in [["config"], ["config", "check"], ["config", "set", "overlap", "warn"]] {
      let result = try await fixture.run(words)
      #expect(result.status == 2)
      #expect(result.errors == message)
    }
    #expect(try await fixture.run("config", "unset", "timezone").output == "Removed 'timezone'.\n")
    #expect(try settings() == ["dayStart": "04:00"])
    let again = try await fixture.run("config", "unset", "timezone")
    #expect(again.errors.contains("(did you mean 'timeZone'?)"), "\(again.errors)")
    #expect(again.status == 2)
    #expect(
      try await fixture.run("config", "check").output == "'\(file)' is a valid settings file.\n"
    )
  }

  @Test func `a value is chosen in any case, or by its beginning`() async throws {
    for (key, word, value) in [
      ("weekStart", "Sunday", "sunday"), ("weekStart", "sat", "saturday"), ("clock", "12", "12h"),
    ] {
      let output = try await fixture.run("config", "set", key, word).output
      #expect(output == "Set '\(key)' to '\(value)'.\n")
    }
    #expect(try await fixture.run("config", "set", "weekStart", "s").status == 2)
  }

  @Test func `a setting without a value is none`() async throws {
    #expect(try await fixture.run("config", "get", "targets").output == "none\n")
    let refused = try await fixture.run("config", "set", "targets", "Acme=30h").errors
    let words = try #require(refused.firstMatch(of: /\n  minuta config ([^\n]+)/)).1
    let example = try #require(String(words).shellWords)
    #expect(try await fixture.run(["config"] + example).output.hasPrefix("Set 'targets.Acme' to"))
  }

  @Test func `a key alone is shown, and with a value it needs an action`() async throws {
    try fixture.home.write(#"{"dayStart": "04:00"}"#, to: path)
    #expect(try await fixture.run("config", "dayStart").output == "04:00\n")
    let refused = try await fixture.run("config", "dayStart", "05:00")
    #expect(
      refused.errors.hasPrefix(
        "minuta: The action is missing. Change the setting as follows.\n  minuta config set dayStart 05:00\n"
      )
    )
    #expect(try settings() == ["dayStart": "04:00"])
  }

  @Test func `a part of a setting that isn't set has its default`() async throws {
    #expect(try await fixture.run("config", "get", "away.atLeast").output == "10m\n")
    #expect(try await fixture.run("config", "get", "weekStart").output == "monday\n")
    _ = try await fixture.run("config", "set", "away.ask", "picker")
    let part = try await fixture.run("config", "get", "away.atLeast", "--json").output
    #expect(try JSONValue(parsing: part)["origin"] == "default")
  }

  @Test func `a mistake in an alias names the alias`() async throws {
    let settings = #"{"aliases":{"w":"summary week --grup-by day"}}"#
    try fixture.home.write(settings, to: ".config/minuta/settings.json")
    let result = try await fixture.run("w")
    #expect(
      result.errors.hasPrefix(
        "minuta: There is no flag '--grup-by' (did you mean '--group-by'?).\n"
      )
    )
    #expect(result.errors.contains("\n  Alias    w = summary week --grup-by day\n"))
  }

  @Test func `an unknown key or action is refused`() async throws {
    let unknown = try await fixture.run("config", "get", "weekstart")
    #expect(
      unknown.errors == "minuta: There is no setting 'weekstart' (did you mean 'weekStart'?).\n"
    )
    let action = try await fixture.run("config", "show")
    #expect(
      action.errors.hasPrefix(
        "minuta: 'show' isn't valid for 'config'. Use 'list', 'get', 'set', 'unset', 'edit' or 'check'.\n"
      )
    )
    #expect(try await fixture.run("config", "set", "dayStart").errors.contains("Missing argument"))
  }

  @Test func `edited settings are saved if they are valid, and kept aside if not`() async throws {
    try fixture.home.write(#"{"dayStart":  "04:00"}"#, to: path)
    func edit(_ editor: String) async throws -> ChildProcess.Result {
      try await fixture.run(
        ["config", "edit"],
        environment: ["EDITOR": editor, "TMPDIR": fixture.home.path]
      )
    }
    #expect(try await edit("true").output == "The settings are unchanged.\n")
    #expect(try await edit("sed -i s/04/05/").output == "Saved '\(file)'.\n")
    #expect(try fixture.home.text(of: path) == #"{"dayStart":  "05:00"}"#)
    let mistake = try await edit("sed -i s/05:00/5am/")
    #expect(mistake.status == 2)
    #expect(
      mistake.errors.contains(
        "settings.json:1: '5am' is not valid for 'dayStart'. Use a time of day"
      )
    )
    let copy = try #require(mistake.errors.firstMatch(of: /your text is in '(.+)'/)).1
    #expect(try String(contentsOfFile: String(copy), encoding: .utf8) == #"{"dayStart":  "5am"}"#)
    #expect(try fixture.home.text(of: path) == #"{"dayStart":  "05:00"}"#)
    let failed = try await edit("false")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("The editor 'false' failed: exit code 1."))
  }
}
