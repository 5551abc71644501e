import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

struct StatusFormatTests {
  @Test func `the list contains every format of the folder, sorted`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Sources/MinutaDesktop/Formats"
    )
    #expect(StatusFormats.all.map { "\(type(of: $0)).swift" } == files.sorted())
    #expect(StatusFormats.all.map(\.name) == StatusFormats.all.map(\.name).sorted())
  }

  @Test func `an unknown format is rejected with a suggestion`() {
    let error = #expect(throws: Failure.unknownFormat("waybra", near: "waybar")) {
      try StatusFormats.named("waybra")
    }
    #expect(error?.code == "unknownFormat")
    #expect(error?.message.contains("starship, tmux, waybar or xmobar") == true)
  }

  @Test func `json is the status on one line`() throws {
    let status = StatusCase(running: [.timer("Work\n")])
    let line = try status.line("json")
    #expect(!line.contains("\n"))
    #expect(try JSONValue(parsing: line) == .object(status.json))
  }

  @Test(arguments: [
    (DurationFormat.Style.units, false, "Work 1h 05m", "since 10:30"),
    (.clock, true, "Work 1:05", "since 10:30 am"), (.decimal, false, "Work 1.08", "since 10:30"),
  ])
  func `times have the form of the settings`(
    durations: DurationFormat.Style,
    uses12Hours: Bool,
    text: String,
    start: String
  ) throws {
    var rules = TimeRules()
    rules.durations = durations
    rules.uses12Hours = uses12Hours
    let line = try StatusCase(running: [Self.work]).line("waybar", rules)
    #expect(line.contains(#""text":"\#(text)""#) && line.contains(start), "\(line)")
  }

  private static let work: JSONValue = .timer("Work")

  @Test(arguments: [
    (
      "i3blocks",
      ##"{"full_text":"Work 1h 05m","short_text":"1h 05m","color":"#3584e4","markup":"none"}"##
    ),
    (
      "i3bar",
      ##",[{"full_text":"Work 1h 05m","short_text":"1h 05m","color":"#3584e4","name":"minuta"}]"##
    ),
    (
      "line",
      #"{"text":"Work 1h 05m","alt":"running","class":"running","#
        + #""tooltip":"Work 1h 05m since 10:30\nToday 3h 20m","seconds":3900,"#
        + ##""since":"2026-11-20T09:30:00Z","percentage":null,"tag":"Work","color":"#3584e4"}"##
    ),
    ("plain", "Work 1h 05m"),
    ("polybar", "%{F#3584e4}Work 1h 05m%{F-}"),
    ("starship", "Work 1h 05m"),
    ("tmux", "Work 1h 05m"),
    ("xmobar", "<fc=#3584e4><raw=11:Work 1h 05m/></fc>"),
  ])
  func `a format shows the running timer in its tag's color`(format: String, line: String) throws {
    #expect(try StatusCase(running: [Self.work]).line(format) == line)
  }

  @Test(arguments: [
    ("i3blocks", #"{"full_text":"3h 20m","short_text":"3h 20m","markup":"none"}"#),
    ("i3bar", #",[{"full_text":"3h 20m","short_text":"3h 20m","name":"minuta"}]"#),
    (
      "line",
      #"{"text":"3h 20m","alt":"idle","class":"idle","tooltip":"Today 3h 20m","seconds":null,"#
        + #""since":null,"percentage":null,"tag":null,"color":null}"#
    ),
    ("plain", "3h 20m"), ("polybar", "3h 20m"), ("starship", ""), ("tmux", "3h 20m"),
    ("xmobar", "<raw=6:3h 20m/>"),
  ])
  func `a format shows today's time while no timer is running`(format: String, line: String) throws
  {
    #expect(try StatusCase().line(format) == line)
  }

  @Test(arguments: StatusFormats.all.map(\.name))
  func `each format shows why there is no status`(format: String) throws {
    let failure = Failure(code: "storeUnreadable", message: "Can't read '/x<y': #(denied).")
    let line = try StatusFormats.named(format).line(for: StatusBarContent(failure))
    #expect(line.contains("denied") && !line.contains("\n"))
  }

  @Test(arguments: ["", "red", "#12345", "#12345g", "#1234567", "#12345\n", "#12345}", "##12345"])
  func `a color of another form is not shown`(color: String) throws {
    let status = StatusCase(running: [.timer("Work", color: color)])
    #expect(try status.line("polybar") == "Work 1h 05m")
    #expect(try status.line("xmobar") == "<raw=11:Work 1h 05m/>")
    #expect(try JSONValue(parsing: status.line("line"))["color"] == .null)
  }

  @Test func `i3bar's stream begins with its header and is an array of statuses`() throws {
    let format = try StatusFormats.named("i3bar")
    let line = try StatusCase(running: [Self.work]).line("i3bar")
    #expect(try JSONValue(parsing: format.header[0])["version"] == 1)
    let rest = format.header.dropFirst() + [line, line] + format.footer
    let statuses = try JSONValue(parsing: rest.joined(separator: "\n")).array
    #expect(statuses?.count == 3 && statuses?[0].array?.isEmpty == true)
    #expect(statuses?[1] == statuses?[2] && statuses?[1].array?.count == 1)
  }

  @Test(arguments: HostileTagName.all)
  func `D67 a malicious tag name is inert in each format`(name: HostileTagName) throws {
    let status = StatusCase(running: [.timer(name.text)])
    let text = "\(name.plain) 1h 05m"
    #expect(try status.line("plain") == text)
    #expect(try status.line("starship") == text)
    let tmux = try status.line("tmux")
    // tmux halves several `#` in a row twice, except before `[`.
    #expect(tmux.replacing(/##(?:##(?!\[))?/, with: "#") == text)
    #expect(!tmux.replacing(/##/, with: "").contains("#"))
    let polybar = try status.line("polybar").dropFirst("%{F#3584e4}".count).dropLast("%{F-}".count)
    #expect(polybar.range(of: "%{", options: .literal) == nil)
    #expect(polybar.replacingOccurrences(of: "% {", with: "%{", options: .literal) == text)
    let length = text.unicodeScalars.count
    #expect(try status.line("xmobar") == "<fc=#3584e4><raw=\(length):\(text)/></fc>")
    let blocks = try [
      JSONValue(parsing: status.line("i3blocks")),
      JSONValue(parsing: "[[]\n\(status.line("i3bar"))]").array?[1].array?[0],
    ]
    for block in blocks { #expect(block?["full_text"]?.string == text) }
    let object = try JSONValue(parsing: status.line("line"))
    #expect(object["text"]?.string == text)
    for format in StatusFormats.all.map(\.name) where format != "json" {
      let scalars = try status.line(format).unicodeScalars
      #expect(!scalars.contains { $0.properties.generalCategory == .control })
      #expect(!scalars.contains { (0x2028...0x202E).contains($0.value) })
    }
  }
}
