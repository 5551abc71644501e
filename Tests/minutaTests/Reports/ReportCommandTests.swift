import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

struct ReportCommandTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      minuta log Work --start "2024-11-02 09:00" --end "2024-11-02 10:00" --comment "Plan"
      minuta log Acme/Website --start "2024-11-30 23:00" --end "2024-12-01 01:00"
      minuta log --start "2024-11-05 09:00" --end "2024-11-05 09:20:30"
      """
    )
  }

  @Test(
    arguments: ["2024-11", "2024-12", "2024-W44", "2024", "all", "2023"],
    ["html", "svg", "md", "text"]
  )
  func `the total is that of the summary`(_ range: String, _ format: String) async throws {
    let summary = try await fixture.outcome(["summary", range])["value"]?["totalSeconds"]
    let report = try await fixture.outcome(["report", range, "--format", format])
    #expect(report["value"]?["totalSeconds"] == summary)
    let seconds = summary?.integer ?? -1
    let minutes = seconds % 3600 / 60
    let total = seconds == 0 ? "0s" : "\(seconds / 3600)h \(minutes < 10 ? "0" : "")\(minutes)m"
    #expect(report["value"]?["content"]?.string?.contains(total) == true)
  }

  @Test(
    arguments: [
      ("2024-11", [], "−11h 39m", "−11:39:30"),
      ("2024-11-02..2024-11-08", [], "−3h 39m", "−3:39:30"),
      ("2024-11", ["--tag", "Work"], "−7h 00m", ""), ("2024-10", [], nil, ""),
    ] as [(String, [String], String?, Substring)]
  )
  func `the balance is that of the summary, and counts the days from the first record on`(
    _ range: String,
    _ words: [String],
    _ balance: String?,
    _ clock: Substring
  ) async throws {
    // The first target has a tag, and neither has a first day.
    try fixture.home.write(
      #"{"targets":[{"tag":"Work","time":"2h","per":"week"},{"time":"1h","per":"day"}]}"#,
      to: ".config/minuta/settings.json"
    )
    try await fixture.shell("minuta log Other --start '2024-11-30 09:00' --duration 6h --quiet")
    let targets = try await fixture.outcome(["summary", range] + words)["value"]?["targets"]?.array
    let target = targets?.last { words.isEmpty == ($0["tag"] == .null) }
    let report = ["report", range, "--format"]
    let drawing = try await fixture.run(report + ["svg"] + words).output
    let page = try await fixture.run(report + ["html"] + words).output
    guard let balance else {
      #expect(target == nil && !drawing.contains(">Target") && !page.contains(">Balance"))
      return
    }
    let minutes = -(target?["balanceSeconds"]?.integer ?? 0) / 60
    #expect("−\(minutes / 60)h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60)m" == balance)
    #expect(drawing.contains(">\(balance)<") && page.contains("<dd>\(balance)</dd>"))
    // The totals of the days and of the timesheet are the same.
    if words.isEmpty {
      #expect(page.contains(">\(balance)</tr>"))
      let sheet = try await fixture.run(["report", range, "--sheet", "timesheet"]).output
      let total = sheet.split(separator: "\n").last { $0.hasPrefix("Total") }
      #expect(total?.split(separator: " ").suffix(2) == [clock, clock])
    }
  }

  @Test(arguments: [["--tag", "Work"], ["--untagged"], ["--filter", "text:Plan or duration>90m"]])
  func `a report has only the chosen records`(_ words: [String]) async throws {
    let summary = try await fixture.outcome(["summary", "2024-11"] + words)
    let report = try await fixture.outcome(["report", "2024-11"] + words)
    #expect(report["value"]?["totalSeconds"] == summary["value"]?["totalSeconds"])
  }

  @Test func `the same comment of a tag is listed once a day`() async throws {
    for (day, times) in [("01", "9:00-9:30"), ("01", "10:00-10:30"), ("02", "9:00-9:30")] {
      _ = try await fixture.run("log", "Work", "2024-10-\(day)", times, "-m", "Mail")
    }
    for format in ["text", "md"] {
      let report = try await fixture.run("report", "2024-10", "--format", format).output
      #expect(report.split(separator: "Mail").count == 3, "\(report)")
    }
  }

  @Test func `the extension of the file chooses the format`() async throws {
    let path = "\(fixture.home.path)/r.svg"
    let result = try await fixture.run("report", "2024-11", "-o", path)
    #expect(result.output == "Made a report of 2h 20m on 3 days in '\(path)'.\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<?xml"))
  }

  @Test(arguments: [("022", 0o644), ("027", 0o640), ("077", 0o600)])
  func `a new file has the permissions that the umask allows, and an old one keeps its own`(
    mask: String,
    permissions: UInt32
  ) async throws {
    try await fixture.shell(
      """
      umask \(mask)
      minuta report 2024-11 --output r.svg
      minuta export csv 2024-11 --output r.csv
      touch old.svg; chmod 604 old.svg
      minuta report 2024-11 --output old.svg
      """
    )
    for name in ["r.svg", "r.csv"] {
      #expect(try FileStatus.of("\(fixture.home.path)/\(name)")?.permissions == permissions)
    }
    #expect(try FileStatus.of("\(fixture.home.path)/old.svg")?.permissions == 0o604)
  }

  @Test(arguments: ["r.docx", "a.svg/r.v2", "r.SVGZ"])
  func `an extension that names no format is refused, and writes no file`(
    _ name: String
  ) async throws {
    let path = "\(fixture.home.path)/\(name)"
    let result = try await fixture.run("report", "2024-11", "--output", path)
    let extensions = ".html, .md, .pdf, .png, .svg, .txt"
    #expect(
      result.errors.hasPrefix(
        "minuta: '\(path)' is not valid for '--output'. Use one of the extensions "
          + "\(extensions), or name the format.\n"
      )
    )
    #expect(result.status == 2)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [
    (["r.docx", "--format", "md"], "# Time Report"),
    (["r.svg", "--format", "md"], "# Time Report"), (["r.MD"], "# Time Report"),
    (["r"], "Time Report"), (["x.svg/r"], "Time Report"),
  ])
  func `a format that the call names comes before the extension`(
    _ words: [String],
    _ start: String
  ) async throws {
    try await fixture.shell("mkdir x.svg")
    let path = "\(fixture.home.path)/\(words[0])"
    let words = ["report", "2024-11", "--output", path] + words.dropFirst()
    #expect(try await fixture.run(words).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(start + "\n"))
  }

  @Test func `the settings have the header and footer, which flags replace`() async throws {
    try fixture.home.write(
      #"{"reports":{"header":"Acme Ltd","footer":"{total}, {page}/{pages}"}}"#,
      to: ".config/minuta/settings.json"
    )
    let words = ["report", "2024-11"]
    let text = try await fixture.run(words).output
    #expect(text.hasPrefix("Acme Ltd\n\nTime Report\n") && text.hasSuffix("\n2h 20m, 1/1\n"))
    let other = try await fixture.run(words + ["--header", "", "--footer", "End"]).output
    #expect(other.hasPrefix("Time Report\n") && other.hasSuffix("\nEnd\n"))
  }

  @Test(arguments: [
    (#"{"reports":{"footer":1}}"#, "'footer' in 'reports'"), (#"{"reports":{"foot":""}}"#, "foot"),
  ])
  func `wrong settings about reports are refused`(_ settings: String, _ part: String) async throws {
    try fixture.home.write(settings, to: ".config/minuta/settings.json")
    let result = try await fixture.run("report")
    #expect(result.errors.contains("settings.json:1: ") && result.errors.contains(part))
    #expect(result.status == 2)
  }

  @Test func `hidden parts are left out`() async throws {
    let words = ["report", "2024-11", "--format", "svg", "--hide"]
    let whole = try await fixture.run(words + ["times"]).output
    #expect(whole.contains("Plan") && whole.contains("Website"))
    #expect(!whole.contains("Hours of the day"))
    #expect(try await !fixture.run(words + ["comments"]).output.contains("Plan"))
    let untagged = try await fixture.run(words + ["tags,comments"]).output
    #expect(!untagged.contains("Website") && !untagged.contains("Work"))
  }

  @Test(arguments: ["html", "svg", "md", "text"])
  func `labels at the end of comments are shown only if the call says so`(
    _ format: String
  ) async throws {
    try await fixture.shell(
      """
      minuta log Work --start "2024-11-06 09:00" --end "2024-11-06 10:00" --comment "Fix #12 #ticket=R-7"
      minuta log Work --start "2024-11-07 09:00" --end "2024-11-07 10:00" --comment "#billable"
      """
    )
    let words = ["report", "2024-11", "--format", format]
    let report = try await fixture.run(words).output
    #expect(report.contains("Fix #12") || report.contains("Fix \\#12"))
    #expect(!report.contains("ticket") && !report.contains("billable"))
    let labeled = try await fixture.run(words + ["--show-labels"]).output
    #expect(labeled.contains("ticket=R-7") && labeled.contains("billable"))
    let comments = try await fixture.outcome(words)["value"]?["comments"]?.integer
    let all = try await fixture.outcome(words + ["--show-labels"])["value"]?["comments"]?.integer
    #expect((comments, all) == (2, 3))
  }

  @Test func `a page lists the records within the range, without hidden parts`() async throws {
    let words = ["report", "2024-11", "--format", "html"]
    let whole = try await fixture.run(words).output
    #expect(whole.contains("<td>09:00–10:00<th><bdi>Work</bdi><td><bdi>Plan</bdi><td>1h 00m\n"))
    // The part of a record that lies outside of the range isn't listed.
    #expect(whole.contains("<td>23:00–00:00<th><bdi>Acme/Website</bdi><td><td>1h 00m\n"))
    #expect(try await !fixture.run(words + ["--hide", "comments"]).output.contains("Plan"))
    #expect(try await !fixture.run(words + ["--hide", "times"]).output.contains("09:00"))
    let untagged = try await fixture.run(words + ["--hide", "tags,comments"]).output
    #expect(!untagged.contains("Website<"))
    let totals = try await fixture.run(words + ["--hide", "records"]).output
    #expect(!totals.contains("id=\"records\""))
  }

  @Test(arguments: [
    (["--locale", "xx_YY"], "a locale such as de_CH"),
    (["--open"], "'--output'"),
    (["--format", "doc"], "'--format'"), (["--html"], "Usage    minuta report"),
  ])
  func `a report that can't be made gets one clear sentence`(
    _ words: [String],
    _ sentence: String
  ) async throws {
    let result = try await fixture.run(["report"] + words)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(result.status == 2)
    #expect(result.output == "")
  }

  @Test func `without a program for PDF files, the answer names the package`() async throws {
    let words = ["report", "--output", "\(fixture.home.path)/r.pdf"]
    let result = try await fixture.run(words, environment: ["PATH": "/nowhere"])
    let sentence = "Install the package librsvg2-bin or chromium, or make the report as svg."
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(result.status == 1)
  }

  @Test(.requires("rsvg-convert", "pdfinfo"))
  func `a PDF file has the pages of the report, and a picture twice their size`() async throws {
    let pdf = "\(fixture.home.path)/r.pdf"
    let png = "\(fixture.home.path)/r.png"
    try await fixture.shell(
      "minuta report 2024-11 --output '\(pdf)'; minuta report 2024-11 --output '\(png)'"
    )
    let info = try await TestPrograms.run(try #require(TestPrograms.installed("pdfinfo")), [pdf])
      .output
    #expect(info.contains("Pages:           1\n"))
    #expect(info.contains("842 x 595 pts"))
    let bytes = try Data(contentsOf: URL(filePath: png))
    let size = [16..<20, 20..<24].map { bytes[$0].reduce(0) { $0 << 8 | Int($1) } }
    #expect(size == [1684, 1190])
  }

  @Test(
    .requires("chromium", "pdfinfo"),
    arguments: [([], [842, 595], [1684, 1190]), (["--sheet", "timesheet"], [595, 842], nil)]
      as [([String], [Double], [Int]?)]
  )
  func `where only Chromium is installed, pages and pictures have the same size`(
    _ words: [String],
    _ size: [Double],
    _ pixels: [Int]?
  ) async throws {
    let script = "#!/bin/sh\nPATH=/usr/bin:/bin exec chromium \"$@\"\n"
    try await fixture.home.writeExecutable(script, to: "bin/chromium")
    let path = ["PATH": "\(fixture.home.path)/bin"]
    for name in pixels == nil ? ["r.pdf"] : ["r.pdf", "r.png"] {
      let words = ["report", "2024-11", "--output", "\(fixture.home.path)/\(name)"] + words
      let result = try await fixture.run(words, environment: path)
      #expect(result.status == 0, "\(result.errors)")
    }
    let pdf = "\(fixture.home.path)/r.pdf"
    let info = try await TestPrograms.run(try #require(TestPrograms.installed("pdfinfo")), [pdf])
      .output
    #expect(info.contains("Pages:           1\n"))
    let match = try #require(info.firstMatch(of: #/Page size: *([0-9.]+) x ([0-9.]+) pts/#))
    #expect([match.1, match.2].compactMap { Double($0)?.rounded() } == size)
    guard let pixels else { return }
    let bytes = try Data(contentsOf: URL(filePath: "\(fixture.home.path)/r.png"))
    let found = [16..<20, 20..<24].map { bytes[$0].reduce(0) { $0 << 8 | Int($1) } }
    for (found, wanted) in zip(found, pixels) { #expect(abs(found - wanted) <= 2) }
  }

  @Test(.requires("rsvg-convert")) func `a picture of a sheet has all its pages`() async throws {
    let png = "\(fixture.home.path)/r.png"
    let words = ["report", "2024", "--sheet", "timesheet", "--output", png]
    let result = try await fixture.run(words)
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try Data(contentsOf: URL(filePath: png))
    let size = [16..<20, 20..<24].map { bytes[$0].reduce(0) { $0 << 8 | Int($1) } }
    #expect(size[0] == 1190 && size[1] > 10_000, "\(size)")
  }

  @Test func `an image of a record is in the drawing, and a name can't lead elsewhere`()
    async throws
  {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    try await fixture.shell(
      """
      printf %s '\(png)' | base64 -d > p.png
      minuta log Work --start "2024-11-03 09:00" --end "2024-11-03 10:00"
      minuta image-attach p.png
      """
    )
    let words = ["report", "2024-11", "--format", "svg"]
    let drawing = try await fixture.run(words).output
    #expect(drawing.contains("href=\"data:image/png;base64,\(png)\""))
    #expect(try await !fixture.run(words + ["--hide", "images"]).output.contains("<image"))
    #expect(try await fixture.run("report", "2024-11").output.contains("\n  Work: (1 image)\n"))
    try await fixture.shell(
      """
      cp p.png outside.png
      f=$(grep -rl _0.png store/records --include='*.json')
      sed -i 's|"[^"]*_0.png"|"../../../../outside.png"|' "$f"
      """
    )
    let changed = try await fixture.run(words).output
    #expect(!changed.contains("<image") && changed.contains("(1 image)"))
  }

  @Test func `the key of the example writes the report of the week and opens it`() async throws {
    let keys = try PackageDirectory.text(of: "Examples/keymap.json")
    try fixture.home.write(keys, to: ".config/minuta/keymap.json")
    let script = "#!/bin/sh\necho \"$1\" > '\(fixture.home.path)/opened'\n"
    try await fixture.home.writeExecutable(script, to: "bin/xdg-open")
    let result = try await fixture.run(
      ["key", "report-week"],
      environment: ["PATH": "\(fixture.home.path)/bin"]
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try fixture.home.text(of: "week.html").hasPrefix("<!DOCTYPE html>"))
    try await wait(for: "the browser") {
      (try? fixture.home.text(of: "opened")) == "\(fixture.home.path)/week.html\n"
    }
  }

  @Test func `over JSON-RPC, the result has the content`() async throws {
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"MakeReport","params":{"range":"all","format":"md"}}"#
    let result = try await fixture.run(["rpc"], input: request + "\n")
    #expect(result.output.contains(##""content":"# Time Report\n\n"##))
  }
}
