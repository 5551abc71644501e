import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaExport

/// The HTML page of a report in a browser, and in a strict parser.
struct HTMLReportProgramTests {
  /// Opens a report in headless Chromium and returns the results of steps; see `browser.py`.
  private func open(_ report: RecordedReport, _ steps: [JSONValue]) async throws -> [JSONValue] {
    let folder = try TemporaryDirectory()
    let text = ReportFormat.html.text(of: report.data, RecordedReport.options)
    let page = try folder.write(text, to: "report.html")
    let script = "\(PackageDirectory.path)/Tests/MinutaExportTests/Programs/browser.py"
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed("python3")),
      [script, page],
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"],
      input: steps.map { String(decoding: $0.bytes(), as: UTF8.self) + "\n" }.joined()
    )
    try #require(result.status == 0, "\(result.errors.suffix(2000))")
    let output = try JSONValue(parsing: Array(result.output.utf8))
    #expect(output["messages"] == .array([]), "console")
    #expect(output["requests"] == .array([]), "requests")
    return output["results"]?.array ?? []
  }

  /// Returns a step that lists the texts of elements.
  private func texts(_ selector: String) -> JSONValue {
    ["evaluate": .string("[...document.querySelectorAll('\(selector)')].map(n => n.innerText)")]
  }

  private func strings(_ value: JSONValue?) -> [String] {
    value?.array?.compactMap(\.string) ?? []
  }

  /// Three records on two days of two weeks.
  private var small: RecordedReport {
    var report = RecordedReport()
    let first = RecordedReport.firstDay
    report.entries = [
      .init(day: first, start: 540, end: 600, tag: "Acme/Website", comment: "Fix the login"),
      .init(day: first, start: 600, end: 615, tag: nil, comment: "<b>Break</b>"),
      .init(day: first + 8, start: 480, end: 660, tag: "Acme/Shop", comment: "Login again"),
    ]
    return report
  }

  private let durations = ".records tbody tr:not(.group) td:last-child"
  private let groups = ".records tbody .group"

  @Test(.requires("chromium", "python3")) func `records are sorted by a press on a title`()
    async throws
  {
    let sort: JSONValue = ["click": ".records th:last-child button"]
    let state: JSONValue = [
      "evaluate": "document.querySelector('.records th:last-child').ariaSort"
    ]
    let results = try await open(
      small,
      [
        ["evaluate": "document.querySelector('#group').value"], texts(durations), sort,
        texts(durations), state, sort, texts(durations), state,
      ]
    )
    #expect(results[0].string == "day")
    #expect(strings(results[1]) == ["1h 00m", "15m", "3h 00m"])
    #expect(strings(results[3]) == ["3h 00m", "1h 00m", "15m"])
    #expect(results[4].string == "descending")
    #expect(strings(results[6]) == ["15m", "1h 00m", "3h 00m"])
    #expect(results[7].string == "ascending")
  }

  @Test(.requires("chromium", "python3")) func `records are grouped by week, tag and not at all`()
    async throws
  {
    func choose(_ group: String) -> JSONValue {
      let change = "n.value = '\(group)'; n.dispatchEvent(new Event('input'))"
      return ["evaluate": .string("(n => { \(change) })(document.querySelector('#group'))")]
    }
    let results = try await open(
      small,
      [
        texts(groups), choose("week"), texts(groups), choose("tag"), texts(groups),
        choose("none"), texts(groups), texts(".records tbody tr"),
      ]
    )
    #expect(strings(results[0]) == ["Sun, 1 Nov 2026\t1h 15m", "Mon, 9 Nov 2026\t3h 00m"])
    #expect(
      strings(results[2]) == [
        "Week of Mon, 26 Oct 2026\t1h 15m", "Week of Mon, 9 Nov 2026\t3h 00m",
      ]
    )
    #expect(strings(results[4]) == ["Acme/Shop\t3h 00m", "Acme/Website\t1h 00m", "Untagged\t15m"])
    #expect(strings(results[6]).isEmpty)
    #expect(
      strings(results[7]).last == "Mon, 9 Nov 2026\t08:00–11:00\tAcme/Shop\tLogin again\t3h 00m"
    )
  }

  @Test(.requires("chromium", "python3"))
  func `records are filtered by words and tags, with their sum`() async throws {
    let results = try await open(
      small,
      [
        texts("#shown"), ["click": "#search"], ["type": "LOGIN"], texts(durations),
        texts("#shown"), texts(".records tfoot tr"),
        ["evaluate": "n = document.querySelector('#tag'), [...n.options].map(o => o.text)"],
        ["evaluate": "n.value = '=Acme/Shop', n.dispatchEvent(new Event('input'))"],
        texts(durations), ["click": "#reset"], texts("#shown"),
        ["click": "#search"], ["type": "<b>break"], texts(durations),
      ]
    )
    #expect(strings(results[0]) == ["3 records, 4h 15m"])
    #expect(strings(results[3]) == ["1h 00m", "3h 00m"])
    #expect(strings(results[4]) == ["2 of 3 records, 4h 00m of 4h 15m"])
    #expect(strings(results[5]) == ["Total of the records shown\t4h 00m"])
    #expect(strings(results[6]) == ["All tags", "Acme", "Acme/Shop", "Acme/Website", "Untagged"])
    #expect(strings(results[8]) == ["3h 00m"])
    #expect(strings(results[10]) == ["3 records, 4h 15m"])
    #expect(strings(results[13]) == ["15m"])
  }

  @Test(.requires("chromium", "python3")) func `the keyboard reaches the titles and sorts`()
    async throws
  {
    let results = try await open(
      small,
      [
        ["evaluate": "document.querySelector('.days button').focus()"], ["press": "Enter"],
        texts(".days tbody tr:first-child th"), ["press": "Tab"], ["press": "Tab"],
        ["press": "Tab"], ["press": "Space"],
        ["evaluate": "document.activeElement.innerText"],
        texts(".days tbody tr:first-child th"),
      ]
    )
    #expect(strings(results[2]) == ["Mon, 30 Nov 2026"])
    #expect(results[7].string == "Duration")
    #expect(strings(results[8]) == ["Mon, 9 Nov 2026"])
  }

  @Test(.requires("chromium", "python3", "pdftotext"))
  func `a month is printed on A4 landscape pages with all its records`() async throws {
    let folder = try TemporaryDirectory()
    let file = "\(folder.path)/report.pdf"
    let results = try await open(.month, [["print": .string(file)]])
    let sizes = results[0].array?.map { $0.array?.compactMap(\.integer) ?? [] } ?? []
    #expect(5...12 ~= sizes.count && sizes.allSatisfy { $0 == [842, 595] }, "\(sizes)")
    let program = try #require(TestPrograms.installed("pdftotext"))
    let text = try await TestPrograms.run(program, ["-layout", file, "-"]).output
    for day in RecordedReport.month.data.days {
      #expect(text.contains(CivilTime(day: day.day).day.description + " Nov 2026"))
    }
    let lines = text.split(separator: "\n")
    let times = lines.filter { $0.contains(#/\d\d:\d\d–\d\d:\d\d/#) }
    #expect(times.count == RecordedReport.month.entries.count)
    #expect(!text.contains("Search") && text.contains(#/1\s*/\s*\d/#))
  }

  @Test(.requires("chromium", "python3")) func `10,000 records are sorted within a minute`()
    async throws
  {
    let measure: JSONValue = [
      "evaluate": """
      (() => { const start = performance.now();
      document.querySelector('.records th:last-child button').click();
      document.body.offsetHeight;
      return Math.round(performance.now() - start); })()
      """
    ]
    let results = try await open(.long(10_000), [measure])
    #expect(results[0].integer ?? .max < 60_000)
  }

  @Test(.requires(pythonModule: "html5lib"))
  func `html5lib finds no error`() async throws {
    var odd = RecordedReport()
    for record in OddRecords.all { odd.add(record.tag, record.record.comment) }
    let python = try #require(TestPrograms.python)
    let script = """
      import html5lib, sys
      page = html5lib.HTMLParser(strict=True).parse(sys.stdin.buffer.read())
      assert len(page.findall(".//{*}script")) == 1 and len(page.findall(".//{*}style")) == 1
      """
    for report in [odd, .month, RecordedReport()] {
      let text = ReportFormat.html.text(of: report.data, RecordedReport.options)
      let result = try await TestPrograms.run(python, ["-X", "utf8", "-c", script], input: text)
      #expect(result.status == 0, "\(result.errors.suffix(2000))")
    }
  }
}
