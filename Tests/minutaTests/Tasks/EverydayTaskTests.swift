import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import minuta

/// Does the everyday tasks of the manual's page `tasks` in Timewarrior, Watson and Minuta.
@Suite(.timeLimit(.minutes(20))) struct EverydayTaskTests {
  private static let page = "Sources/minuta/Manual/tasks.md"

  @Test(.requires("timew", "script"), arguments: 0..<25)
  func `a task is done by the words of Timewarrior`(number: Int) async throws {
    try await expectEffect(of: number, .timew)
  }

  @Test(.requires(pythonModule: "watson"), arguments: 0..<25)
  func `a task is done by the words of Watson`(number: Int) async throws {
    try await expectEffect(of: number, .watson)
  }

  @Test(arguments: 0..<25)
  func `a task is done by the words of Minuta`(number: Int) async throws {
    try await expectEffect(of: number, .minuta)
  }

  @Test(.requires("timew"), .requires(pythonModule: "watson"))
  func `the versions are those of the page`() async throws {
    let page = try PackageDirectory.text(of: Self.page)
    let timew = try await TestPrograms.run(
      try #require(TestPrograms.installed("timew")),
      ["--version"]
    )
    #expect(page.contains("Timewarrior \(timew.output.split(separator: "\n")[0])"))
    let python = try #require(TestPrograms.python)
    let watson = try await TestPrograms.run(python, ["-m", "watson", "--version"])
    #expect(page.contains("Watson \(watson.output.split(separator: " ").last ?? "")".trimmed))
  }

  @Test func `in most tasks Minuta needs the fewest characters, or at most two more`() {
    let tasks = EverydayTask.all(on: .example)
    #expect(tasks.count == 25)
    let won = tasks.filter { task in
      let others = [task.count(.timew), task.count(.watson)].compactMap(\.self)
      return (task.count(.minuta) ?? .max) <= (others.min() ?? .max - 2) + 2
    }
    #expect(won.count >= 22, "\(tasks.filter { one in !won.contains { $0.title == one.title } })")
    for (task, real) in zip(tasks, EverydayTask.all(on: TaskDay())) {
      for kind in TaskProgram.Kind.allCases { #expect(task.count(kind) == real.count(kind)) }
    }
  }

  /// Set `RECORD_SNAPSHOTS=1` to update the page instead.
  @Test func `the table of the page has the words that were run`() throws {
    let (begin, end) = ("<!-- tasks -->\n", "<!-- end of tasks -->")
    let page = try PackageDirectory.text(of: Self.page)
    let start = try #require(page.range(of: begin)?.upperBound)
    let rest = try #require(page.range(of: end)?.lowerBound)
    let rows = EverydayTask.all(on: .example).enumerated().flatMap { index, task in
      ["| \(index + 1) | | \(task.title) |\n"]
        + TaskProgram.Kind.allCases.map { kind in
          let words = task.commands(kind).map(\.shown).joined(separator: ", ")
          let count = task.count(kind).map { "\($0)" } ?? "–"
          return "| | \(count) | \(words.isEmpty ? "no command of \(kind)" : words) |\n"
        }
    }
    let head = "\n| task | keys | typed |\n|---|---|---|\n"
    let expected = "\(page[..<start])\(head)\(rows.joined())\n\(page[rest...])"
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      let path = "\(PackageDirectory.path)/\(Self.page)"
      try Data(expected.utf8).write(to: URL(filePath: path))
    } else {
      #expect(page == expected)
    }
  }

  private func expectEffect(of number: Int, _ kind: TaskProgram.Kind) async throws {
    let day = TaskDay()
    let task = EverydayTask.all(on: day)[number]
    let commands = task.commands(kind)
    if commands.isEmpty { return }
    let program = try await TaskProgram(kind, on: day, task)
    var output = ""
    for command in commands { output = try await program.run(command) }
    switch task.effect {
    case .data(let expected):
      let found = try await program.entries()
      let expected = expected.sorted { $0.start < $1.start }
      let isRight =
        found.count == expected.count && zip(found, expected).allSatisfy { $0.matches($1) }
      #expect(isRight, "\(commands): \(found), not \(expected): \(output)")
    case .shown(let durations, let texts):
      for text in durations.map(program.duration) + texts {
        #expect(output.contains(text), "\(commands): \(text) in \(output)")
      }
    case .ids(let count):
      for id in try program.newestIDs(count) { #expect(output.contains(id), "\(output)") }
    case .json(let count):
      let value = try JSONValue(parsing: output)
      #expect((value["value"]?["records"] ?? value).array?.count == count, "\(output)")
    case .csv(let count):
      #expect(output.split(whereSeparator: \.isNewline).count == count + 1, "\(output)")
    }
  }
}
