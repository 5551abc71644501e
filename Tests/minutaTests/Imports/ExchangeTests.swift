import MinutaTestSupport
import Testing

/// Files of other programs that are imported into the data folder and exported again.
struct ExchangeTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  private static let files: [(format: String, text: String)] = [
    (
      "timewarrior",
      """
      [
      {"start":"20240513T063000Z","end":"20240513T070000Z","tags":["/usr/","urgent"],"annotation":"Fix #12"},
      {"start":"20240513T070000Z","end":"20240513T080000Z","tags":["A / B"]},
      {"start":"20240513T080000Z","end":"20240513T090000Z"}
      ]

      """
    ),
    (
      "watson",
      """
      [
      [1715668200,1715670000,"/usr/","000000000000400080000000000000aa",["urgent"],1715670000],
      [1715670000,1715673600,"A / B","000000000000400080000000000000ab",["x y","urgent"],1715673600]
      ]

      """
    ),
    (
      "klog",
      """
      2024-05-15
          1h30m #project=Acme Call
          8:30 - 9:00 #project="/usr/" Fix it #urgent
          9:00 - 10:00 #project="A / B"
          23:30 - 1:00> night

      """
    ),
    (
      "timeclock",
      """
      i 2024-05-16 08:30:00 Acme: Website  Fix it #urgent
      ; second line
      o 2024-05-16 09:00:00
      i 2024-05-16 09:00:00 Design/Build
      o 2024-05-16 10:00:00

      """
    ),
    (
      "org",
      """
      # -*- mode: org -*-
      * Acme
      ** Design/Build
      :LOGBOOK:
      CLOCK: [2024-05-17 Fri 09:00]--[2024-05-17 Fri 10:00] =>  1:00
      :END:
      *** Fix it :urgent:
      :PROPERTIES:
      :MINUTA:   comment
      :END:
      :LOGBOOK:
      CLOCK: [2024-05-17 Fri 10:00]--[2024-05-17 Fri 10:30] =>  0:30
      :END:

      \u{0C}

      """
    ),
  ]

  private func imported(_ text: String, from format: String, into store: String) async throws {
    try fixture.home.write(text, to: "file")
    let path = "\(fixture.home.path)/file"
    let result = try await fixture.run("import", format, path, "--store", store)
    #expect(result.status == 0, "\(result.errors)")
  }

  private func exported(_ format: String, from store: String) async throws -> String {
    try await fixture.run("export", format, "--store", store).output
  }

  @Test(arguments: files)
  func `a file of another program comes back as it was`(_ format: String, _ text: String)
    async throws
  {
    let store = "\(fixture.home.path)/store"
    try await imported(text, from: format, into: store)
    #expect(try await exported(format, from: store) == text)
  }

  @Test(arguments: ["csv", "icalendar", "json", "jsonl"])
  func `an export comes back from another data folder as it was`(_ format: String) async throws {
    let (first, second) = ("\(fixture.home.path)/first", "\(fixture.home.path)/second")
    for (format, text) in Self.files { try await imported(text, from: format, into: first) }
    let text = try await exported(format, from: first)
    try await imported(text, from: format, into: second)
    #expect(try await exported(format, from: second) == text)
  }
}
