import Foundation
import MinutaTestSupport
import Testing

/// Completes command lines in real shells, with the scripts that `minuta completions` prints.
@Suite(.timeLimit(.minutes(5))) struct ShellCompletionTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      minuta log Acme/Website 5m +billable +client=Zenith >/dev/null
      minuta log 'R and D' 5m >/dev/null
      minuta log Büro 5m >/dev/null
      minuta log 'client work' 5m >/dev/null
      minuta log Zebra 5m --store other >/dev/null
      """
    )
    try fixture.home.write("", to: "2024-05.data")
    try fixture.home.write("", to: "notes/may.csv")
    try fixture.home.write(
      #"{"minuta":1,"id":"standup","title":"Stand up","description":"Logs.","steps":[{"id":"a","intent":"Status"}]}"#,
      to: ".config/minuta/intents/standup.json"
    )
  }

  /// Command lines, and the same after a press of the Tab key.
  ///
  /// Each has only one completion, because shells list several ones in ways of their own.
  private static let lines = [
    ("minuta summ", "minuta summary "), ("minuta lis", "minuta list "),
    ("minuta records -t Acm", "minuta records -t Acme/Website "),
    ("minuta summary by cli", "minuta summary by client "),
    ("minuta export csv -o no", "minuta export csv -o notes/"),
    ("minuta help impo", "minuta help import "),
    ("minuta start Acm", "minuta start Acme/Website "),
    ("minuta start --at 9:00 Bü", "minuta start --at 9:00 Büro "),
    ("minuta log 5m Acm", "minuta log 5m Acme/Website "),
    (#"minuta start R\ a"#, #"minuta start R\ and\ D "#),
    ("minuta tag delete R", #"minuta tag delete R\ and\ D "#),
    ("minuta tag-delete R", #"minuta tag-delete R\ and\ D "#),
    ("minuta tag ren", "minuta tag rename "), ("minuta invoice unl", "minuta invoice unlock "),
    ("minuta start 'R a", "minuta start 'R and D' "),
    ("minuta start Work +b", "minuta start Work +billable "),
    ("minuta start Work +client=Z", "minuta start Work +client=Zenith "),
    ("minuta bulk '+b", "minuta bulk '+billable' "),
    ("minuta records --filter 'tag:B and +b", "minuta records --filter 'tag:B and +billable' "),
    ("minuta --store store start --par", "minuta --store store start --parallel "),
    ("minuta --color al", "minuta --color always "),
    ("minuta import to", "minuta import toggl "),
    ("minuta import --format wa", "minuta import --format watson "),
    ("minuta import --format=wa", "minuta import --format=watson "),
    ("minuta import 20", "minuta import 2024-05.data "),
    ("minuta import watson no", "minuta import watson notes/"),
    ("minuta import notes/m", "minuta import notes/may.csv "),
    ("minuta export ma", "minuta export markdown "),
    ("minuta export csv --output 20", "minuta export csv --output 2024-05.data "),
    ("minuta start --store other Ze", "minuta start --store other Zebra "),
    ("minuta edit @1", "minuta edit @1 "), ("minuta delete la", "minuta delete last "),
    ("minuta summary yest", "minuta summary yesterday "),
    ("minuta bulk 'tag:Bü", "minuta bulk 'tag:Büro' "),
    ("minuta stand", "minuta standup "), ("minuta keys sx", "minuta keys sxhkd "),
    ("minuta keys inst", "minuta keys install "),
    ("minuta keys check sx", "minuta keys check sxhkd "),
    ("minuta idle po", "minuta idle poll "), ("minuta idle poll gn", "minuta idle poll gnome "),
    ("minuta status wa", "minuta status waybar "),
    ("minuta report --format sv", "minuta report --format svg "),
    ("minuta config set clo", "minuta config set clock "),
    ("minuta config set clock 24", "minuta config set clock 24h "),
    ("minuta config set timeZone Europe/Zu", "minuta config set timeZone Europe/Zurich "),
    ("minuta schema workf", "minuta schema workflow "),
    ("minuta install --pre", "minuta install --prefix "),
    ("minuta install --prefix no", "minuta install --prefix notes/"),
    ("minuta plugin rem", "minuta plugin remove "),
    ("minuta in Acm", "minuta in Acme/Website "), ("minuta ls yest", "minuta ls yesterday "),
    ("minuta rename Acm", "minuta rename Acme/Website "),
    ("minuta today Acm", "minuta today Acme/Website "),
    ("minuta start acm", "minuta start Acme/Website "),
    ("minuta log büro", "minuta log Büro "),
    ("minuta log 2h Büro yest", "minuta log 2h Büro yesterday "),
    ("minuta summary Acm", "minuta summary Acme/Website "),
    ("minuta summary last month Acm", "minuta summary last month Acme/Website "),
    ("minuta summary last mon", "minuta summary last month "),
    ("minuta ls Büro yest", "minuta ls Büro yesterday "),
    ("minuta summary week by cl", "minuta summary week by client "),
    ("minuta summary last month by d", "minuta summary last month by day "),
    ("minuta summary week Acme/Website b", "minuta summary week Acme/Website by "),
    ("minuta summary week by day,cl", "minuta summary week by day,client "),
    ("minuta summary by +cl", "minuta summary by +client "),
    ("minuta stop yest", "minuta stop yesterday "),
    ("minuta cut 9:00 yest", "minuta cut 9:00 yesterday "),
    ("minuta doctor --rep", "minuta doctor --repair "),
    ("minuta records --json=id,tag.na", "minuta records --json=id,tag.name "),
    ("minuta summary --group-by day,com", "minuta summary --group-by day,comment "),
  ]

  /// A line after which only flags can come; their hyphens aren't inserted.
  private static let lineBeforeFlags = "minuta doctor "

  private func words(_ words: String...) async throws -> [Substring] {
    try await fixture.run(["completions", "words"] + words).output.split(separator: "\n")
  }

  @Test func `each command is listed once, and records with their time, tag and comment`()
    async throws
  {
    let first = try await words("")
    #expect(Set(first).count == first.count)
    #expect(first.contains("start") && first.contains("standup"))
    for other in ["StartTimer", "State", "--json"] { #expect(!first.contains { $0 == other }) }
    #expect(try await words("edit", "@")[0].contains(/^@1\t\d{4}-\d\d-\d\d \d\d:\d\d ./))
    let id = try #require(
      try await fixture.run("records", "all", "--csv=id").output.split(separator: "\n").dropFirst()
        .first
    )
    let short = id.prefix(8)
    #expect(
      try await words("split", "--record", String(short.prefix(7)))[0].hasPrefix("\(short)\t")
    )
    _ = try await fixture.run("delete", String(short))
    #expect(try await words("restore", "")[0].hasPrefix("\(short)\t"))
  }

  @Test func `flags are offered after a hyphen, or if there is nothing else`() async throws {
    #expect(try await words("start", "").contains { $0.hasPrefix("-") } == false)
    #expect(try await words("start", "-").contains("--comment"))
    #expect(try await words("doctor", "").contains("--json"))
  }

  @Test func `ranges, tags, fields and topics are offered where they can stand`() async throws {
    #expect(try await words("summary", "last", "").prefix(3) == ["week", "month", "year"])
    #expect(try await words("start", "cli") == ["client work"])
    #expect(try await words("records", "--json=id,").contains("--json=id,comment"))
    #expect(try await words("records", "--json=id,").contains("--json=id,id") == false)
    #expect(try await words("summary", "--group-by", "day,").contains("day,tag"))
    #expect(try await words("in", "").contains("Zebra") == false)
    let other = fixture.home.path + "/other"
    let tags = try await words("summary", "yesterday", "")
    #expect(tags.contains("client work") && !tags.contains("monday"), "\(tags)")
    #expect(try await words("-q", "--store", other, "in", "") == ["Zebra"])
    let topics = try await words("help", "")
    #expect(Set(topics).count == topics.count && topics.contains("labels"))
  }

  @Test func `times and groups are offered where they can stand`() async throws {
    #expect(try await words("cut", "").prefix(2) == ["now", "noon"])
    #expect(try await words("cut", "9:00", "10:00", "").allSatisfy { !$0.hasPrefix("now") })
    #expect(try await words("stop", "").contains("now"))
    #expect(try await words("stop", "now", "").contains("now") == false)
    #expect(try await words("edit", "@1", "").contains("now"))
    #expect(try await words("log", "Büro", "").contains("now"))
    #expect(try await words("summary", "week", "").contains("by"))
    #expect(try await words("list", "week", "").contains("by") == false)
    #expect(try await words("summary", "by", "day", "").contains("by") == false)
    #expect(try await words("summary", "week", "by", "").prefix(2) == ["tag", "client"])
    #expect(try await words("start", "--w").contains("--with") == false)
    try await fixture.shell("minuta start Acme/Website >/dev/null")
    let times = ["now", "noon", "today", "yesterday"]
    #expect(try await words("stop", "").map(String.init) == ["Acme/Website"] + times)
  }

  @Test func `a deleted record of a deleted tag is shown with its name`() async throws {
    try await fixture.shell("minuta bulk tag:Büro --delete --yes; minuta tag-delete Büro")
    let found = try await words("restore", "").joined()
    #expect(found.contains("Büro") && !found.contains(/[0-9A-F]{8}-/), "\(found)")
  }

  @Test func `tags of recent records are offered first`() async throws {
    try await fixture.shell(
      """
      minuta tag-create Aaa; minuta log Zoo --start '2024-01-01 09:00' --duration 5m
      """
    )
    #expect(try await words("start", "").prefix(6).last == "Zoo")
  }

  @Test(.requires("zsh")) func `bash completes tags, labels, formats and files`() async throws {
    try fixture.home.write(
      #"""
      PS1=READY
      eval "$(minuta completions bash)"
      show() { echo "<<$READLINE_LINE>>"; READLINE_LINE=; }
      bind -x '"\C-g": show'

      """#,
      to: ".bashrc"
    )
    try await expectCompletions(in: "bash --rcfile .bashrc -i")
  }

  @Test(.requires("zsh")) func `zsh completes tags, labels, formats and files`() async throws {
    try fixture.home.write(
      #"""
      PS1=READY
      eval "$(minuta completions zsh)"
      show() { zle -I; print -r -- "<<$BUFFER>>"; BUFFER=; zle reset-prompt; }
      zle -N show
      bindkey '^G' show

      """#,
      to: ".zshrc"
    )
    try await expectCompletions(in: "zsh -d -i")
  }

  /// Presses Tab after each line in an interactive shell that prints its line after Control-G.
  private func expectCompletions(in shell: String) async throws {
    let script = #"""
      zmodload zsh/zpty
      cd "$HOME"
      zpty shell "$1"
      zpty -r shell printed '*READY*'
      for line in "${@:2}"; do
        zpty -w -n shell "$line"$'\t\C-g'
        zpty -r shell printed '*<<*>>*'
        print -r -- "${${printed##*<<}%%>>*}"
      done
      """#
    let lines = Self.lines + [(Self.lineBeforeFlags, Self.lineBeforeFlags)]
    let words = ["-f", "-c", script, "driver", shell] + lines.map(\.0)
    let result = try await run("zsh", words)
    try expect(result, lines.map(\.1))
  }

  @Test(.requires("fish")) func `fish completes tags, labels, formats and files`() async throws {
    let script = """
      cd $HOME
      minuta completions fish | source
      for line in $argv
        complete -C $line
      end
      """
    let lines = Self.lines.map(\.0) + [Self.lineBeforeFlags]
    let result = try await run("fish", ["--no-config", "-c", script] + lines)
    try expect(result, Self.lines.map { Self.lastWord(of: $0.1) })
  }

  /// Returns the last word of a line without quotes, as fish prints completions.
  private static func lastWord(of line: String) -> String {
    let parts = line.split(separator: "'")
    if parts.count > 1 { return String(parts[1]) }
    let words = line.replacing(#"\ "#, with: "\0").split(separator: " ")
    return String(words.last ?? "").replacing("\0", with: " ")
  }

  private func expect(_ result: ChildProcess.Result, _ expected: [String]) throws {
    try #require(result.status == 0, "\(result.errors)\(result.output)")
    // Fish adds a description after a tab.
    let lines = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(lines.map(String.init) == expected, "\(result.errors)")
  }

  private func run(_ shell: String, _ words: [String]) async throws -> ChildProcess.Result {
    let folder = String(TestPrograms.minuta.dropLast("/minuta".count))
    let environment = fixture.environment.merging(
      ["PATH": "\(folder):/usr/bin:/bin", "ZDOTDIR": fixture.home.path, "TERM": "xterm"]
    ) { $1 }
    let program = try #require(TestPrograms.installed(shell))
    return try await TestPrograms.run(program, words, environment: environment)
  }
}
