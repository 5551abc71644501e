import Foundation
import MinutaTestSupport
import Synchronization
import SystemCalls

@testable import minuta

/// Runs the commands on a page of the manual and returns the page with their current output.
///
/// The commands run in this process, with a simulated clock, reproducible ids and a home directory
/// of their own. In every ```` ```console ```` block, a line that begins with `$ ` is run, one such
/// as `# 11:30` sets the clock, and everything else is replaced by the output. Comments between
/// blocks control this:
///
/// - `<!-- clock 2026-11-20 09:00 -->` sets the clock.
/// - `<!-- run COMMAND -->` runs a command whose output isn't shown.
/// - `<!-- file PATH -->` writes the next block to a file.
/// - `<!-- shown -->` leaves the next block as it is.
final class ManualSession: Sendable {
  private let home: String
  private let clock = Mutex(Date(timeIntervalSince1970: 0))
  private let ids = Mutex(SeededGenerator(seed: 7))

  private static let zone = TimeZone(identifier: "Europe/Zurich") ?? .gmt
  /// The home directory that the page shows instead of the real one.
  private static let shownHome = "/home/ada"

  init(home: String) throws {
    self.home = home
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: home + "/Examples",
      withDestinationPath: PackageDirectory.path + "/Examples"
    )
    try files.copyItem(
      atPath: PackageDirectory.path + "/Tests/minutaTests/Manual/week.jsonl",
      toPath: home + "/week.jsonl"
    )
    try setClock("2026-11-20 09:00")
  }

  /// Returns the page with each command's output replaced by the current output.
  func replay(_ page: String) async throws -> String {
    var result: [String] = []
    var lines = page.components(separatedBy: "\n")[...]
    var isShown = false
    var file: String?
    while let line = lines.popFirst() {
      result.append(line)
      if let directive = Self.directive(line) {
        switch directive.name {
        case "clock": try setClock(directive.rest)
        case "run": _ = try await run(directive.rest)
        case "file": file = directive.rest
        case "shown": isShown = true
        default: break
        }
      } else if line.hasPrefix("```") {
        let block = Array(lines.prefix { !$0.hasPrefix("```") })
        lines = lines.dropFirst(block.count)
        result += line == "```console" && !isShown ? try await replay(block) : block
        result += lines.popFirst().map { [$0] } ?? []
        if let path = file { try write(block, to: path) }
        (isShown, file) = (false, nil)
      }
    }
    return result.joined(separator: "\n")
  }

  private static func directive(_ line: String) -> (name: String, rest: String)? {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    let words = line.dropFirst(5).dropLast(4).split(separator: " ", maxSplits: 1)
    return words.first.map { (String($0), words.count > 1 ? String(words[1]) : "") }
  }

  private func replay(_ block: [String]) async throws -> [String] {
    var result: [String] = []
    for line in block {
      if let time = line.wholeTime {
        try setTime(time)
        result.append(line)
      } else if line.hasPrefix("$ ") {
        result.append(line)
        let output = try await run(String(line.dropFirst(2)))
        result += output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .map(String.init)
      }
    }
    return result
  }

  private func write(_ block: [String], to path: String) throws {
    let file = URL(filePath: "\(home)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data((block.joined(separator: "\n") + "\n").utf8).write(to: file)
  }

  private func setClock(_ text: String) throws {
    let format = Date.ISO8601FormatStyle(timeZone: Self.zone).year().month().day()
      .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    let date = try format.parse(text + ":00")
    clock.withLock { $0 = date }
  }

  private func setTime(_ time: String) throws {
    let now = clock.withLock { $0 }
    let day = Date.ISO8601FormatStyle(timeZone: Self.zone).year().month().day().format(now)
    try setClock("\(day) \(time)")
  }

  // MARK: Commands

  /// Runs a pipeline such as `minuta records | head`, one program after the other.
  private func run(_ line: String) async throws -> String {
    var data: [UInt8] = []
    for segment in Self.segments(line) {
      let words = Self.words(segment)
      // Variables before the command, such as `VISUAL=cat minuta config edit`.
      let variables = words.prefix { $0.contains("=") }
      let command = words.dropFirst(variables.count)
      data =
        command.first == "minuta"
        ? try await minuta(Array(command.dropFirst()), Array(variables), input: data)
        : try await shell(segment, input: data)
    }
    return String(decoding: data, as: UTF8.self)
      .replacingOccurrences(of: home, with: Self.shownHome)
  }

  private func shell(_ script: String, input: [UInt8]) async throws -> [UInt8] {
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", "cd \"$HOME\"; \(script)"],
      environment: environment,
      input: String(decoding: input, as: UTF8.self)
    )
    return Array((result.output + result.errors).utf8)
  }

  /// Runs `minuta` within this process.
  ///
  /// - Parameter variables: variables of the environment, such as `VISUAL=cat`.
  private func minuta(
    _ words: [String],
    _ variables: [String],
    input: [UInt8]
  ) async throws -> [UInt8] {
    let added = variables.map { $0.split(separator: "=", maxSplits: 1).map { String($0) } }
    let variables = environment.merging(added.map { ($0[0], $0.last ?? "") }) { $1 }
    let result = try await Program.runHere(words, input: input) { [self] streams in
      Environment(
        arguments: words,
        variables: variables,
        currentFolder: home,
        program: "/usr/local/bin/minuta",
        // A page shows errors and results in the order in which they were written.
        streams: StandardStreams(
          input: streams.input,
          output: streams.output,
          errors: streams.output
        ),
        now: { self.clock.withLock { $0 } },
        makeID: { self.ids.withLock { ids in UUID.random(using: &ids) } },
        systemID: .success(Array("0123456789abcdef0123456789abcdef".utf8))
      )
    }
    return Array(result.output.utf8)
  }

  private var environment: [String: String] {
    // `python3` is the one that has the modules for the tests.
    let python = TestPrograms.python.map { ($0 as NSString).deletingLastPathComponent + ":" } ?? ""
    return [
      "HOME": home, "TZ": "Europe/Zurich", "PATH": "\(python)/usr/bin:/bin", "LANG": "C.UTF-8",
    ]
  }

  /// Splits a pipeline into its commands.
  private static func segments(_ line: String) -> [String] {
    var segments = [""]
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil }
      } else if "'\"".contains(character) {
        quote = character
      } else if character == "|" {
        segments.append("")
        continue
      }
      segments[segments.count - 1].append(character)
    }
    return segments.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Splits a command into words and removes quotes.
  private static func words(_ command: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if "'\"".contains(character) {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }
}

extension String {
  /// The time in a line that consists only of a comment such as `# 11:30`; nil for any other line.
  fileprivate var wholeTime: String? {
    let time = dropFirst(2)
    let isTime = time.utf8.count == 5 && time.allSatisfy { $0.isNumber || $0 == ":" }
    return hasPrefix("# ") && isTime ? String(time) : nil
  }
}

extension UUID {
  fileprivate static func random(using generator: inout SeededGenerator) -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
