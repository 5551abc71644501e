import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests files with bytes that Minuta never writes.
///
/// In the test data, `~` marks the place of those bytes, unless the corruption determines it.
@Suite(.timeLimit(.minutes(10))) struct InvalidEncodingTests {
  enum FileCorruption: String, CaseIterable, Sendable {
    case badUTF8 = "a byte that is not UTF-8"
    case overlong = "a NUL in two bytes"
    case byteOrderMark = "a byte order mark"
    case nul = "a NUL in a text"
    case nulAtEnd = "NULs at the end"
    case nulsOnly = "NULs alone"
    case utf16 = "UTF-16"

    /// Returns the text's bytes with this corruption, which affects each `~`, the start, the end or
    /// the whole text.
    func bytes(_ text: String) -> Data {
      switch self {
      case .badUTF8: Data(text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 })
      case .overlong: Data(text.utf8.flatMap { $0 == UInt8(ascii: "~") ? [0xC0, 0x80] : [$0] })
      case .byteOrderMark: [0xEF, 0xBB, 0xBF] + Data(text.utf8)
      case .nul: Data(text.utf8.map { $0 == UInt8(ascii: "~") ? 0 : $0 })
      case .nulAtEnd: Data(text.utf8) + Data(count: 100)
      case .nulsOnly: Data(count: text.utf8.count)
      case .utf16: [0xFF, 0xFE] + Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
      }
    }
  }

  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private let record = """
    {"id": "11111111-1111-1111-1111-111111111111", "startTime": "2024-05-17T08:00:00Z",
    "endTime": "2024-05-17T09:00:00Z", "comment": "a ~", "images": []}
    """
  private let tags = """
    {"tags": [{"id": "22222222-2222-2222-2222-222222222222", "name": "Work ~",
    "color": "#808080", "isArchived": false, "createdAt": "2024-05-17T08:00:00Z"}]}
    """
  private let call = """
    {"intent": "LogTime",
    "with": {"comment": "a ~", "duration": "1h"}}
    """
  private let keyMap = """
    {"minuta": 1, "keys": {"go":
    {"press": "LOGO+g", "call": {"intent": "StartTimer", "with": {"comment": "a ~"}}}}}
    """

  private func write(_ data: Data, to name: String) throws -> String {
    let path = try fixture.home.write("", to: name)
    try data.write(to: URL(filePath: path))
    return path
  }

  private func crlf(_ text: String) -> Data {
    Data(text.replacing("\n", with: "\r\n").utf8)
  }

  @Test(arguments: FileCorruption.allCases)
  func `E34 a record with invalid bytes is named and left unchanged`(corruption: FileCorruption)
    async throws
  {
    _ = try await fixture.run("log", "Work", "30m")
    let data = corruption.bytes(record)
    let name = "records/2024/05/2024-05-17_080000.json"
    _ = try write(data, to: "store/\(name)")
    for words in [["records", "all"], ["log", "Work", "5m"], ["records", "all"], ["undo"]] {
      let outcome = try await fixture.outcome(words)
      #expect(outcome["status"] == "ok")
      guard words[0] == "records" else { continue }
      let skippedFiles = outcome["value"]?["skippedFiles"]?.array ?? []
      #expect(skippedFiles.map { $0["file"]?.string } == [name])
      #expect(skippedFiles.first?["reason"]?.string?.hasPrefix("invalid JSON: ") == true)
    }
    #expect(try fixture.content()[name] == data)
  }

  @Test(arguments: FileCorruption.allCases)
  func `E34 tags with invalid bytes are named, left unchanged and not used`(
    corruption: FileCorruption
  ) async throws {
    _ = try await fixture.run("log", "--duration", "30m")
    let data = corruption.bytes(tags)
    _ = try write(data, to: "store/tags.json")
    for words in [["start", "Work"], ["tag-create", "Work"], ["tag-rename", "Work", "Play"]] {
      let outcome = try await fixture.outcome(words)
      #expect(outcome["error"]?["code"] == "tagsUnusable")
      #expect(outcome["error"]?["data"]?["file"] == "tags.json")
    }
    let summary = try await fixture.outcome(["summary", "all"])
    #expect(summary["value"]?["totalSeconds"] == 1800)
    #expect(try fixture.content()["tags.json"] == data)
  }

  @Test(arguments: FileCorruption.allCases)
  func `E34 a call file with invalid bytes is refused with the line`(corruption: FileCorruption)
    async throws
  {
    let file = try write(corruption.bytes(call), to: "call.json")
    let outcome = try await fixture.outcome(["run", file])
    #expect(outcome["error"]?["code"] == "malformedFile")
    #expect(outcome["error"]?["data"]?["file"]?.string == file)
    let line = [.badUTF8, .overlong, .nul, .nulAtEnd].contains(corruption) ? 2 : 1
    #expect(outcome["error"]?["data"]?["line"]?.integer == line)
    #expect(try await fixture.run("run", file).status == 2)
    #expect(try fixture.content().isEmpty)
  }

  @Test(arguments: FileCorruption.allCases)
  func `E34 a key map with invalid bytes is refused with the line`(corruption: FileCorruption)
    async throws
  {
    let file = try write(corruption.bytes(keyMap), to: ".config/minuta/keymap.json")
    let line = [.badUTF8, .overlong, .nul, .nulAtEnd].contains(corruption) ? 2 : 1
    let result = try await fixture.run("key", "go")
    #expect(result.errors.hasPrefix("minuta: \(file):\(line): invalid JSON: "))
    #expect(result.status == 2)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `E34 CR LF line ends are accepted everywhere`() async throws {
    _ = try write(crlf(record), to: "store/records/2024/05/2024-05-17_080000.json")
    _ = try write(crlf(tags), to: "store/tags.json")
    _ = try write(crlf(keyMap), to: ".config/minuta/keymap.json")
    _ = try write(crlf("{\n\"dayStart\": \"00:00\"}\n"), to: ".config/minuta/settings.json")
    let file = try write(crlf(call), to: "call.json")
    #expect(try await fixture.run("run", file).status == 0)
    #expect(try await fixture.run("key", "go").status == 0)
    #expect(try await fixture.run("start", "Work ~").status == 0)
    let records = try await fixture.outcome(["records", "all"])["value"]
    #expect(records?["skippedFiles"] == nil)
    #expect(records?["records"]?.array?.count == 4)
    #expect(try await fixture.outcome(["tags"])["value"]?["tags"]?.array?.count == 1)
  }

  @Test(arguments: ["\u{7F}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{2028}", "\u{202E}", "\u{2066}"])
  func `JSON on a terminal escapes control characters without changing its meaning`(
    _ character: String
  ) async throws {
    let fixture = try MinutaFixture()
    _ = try await fixture.run("log", "a\(character)b", "5m")
    let script = try #require(TestPrograms.installed("script"))
    for words in ["records all --json", "tags --json"] {
      let shown = try await TestPrograms.run(
        script,
        ["-qec", "'\(TestPrograms.minuta)' \(words)", "/dev/null"],
        environment: fixture.environment.merging(["SHELL": "/bin/sh"]) { $1 }
      )
      #expect(!shown.output.contains(character))
      #expect(shown.output.contains(#"a\u"#))
      let piped = try await fixture.run(words.split(separator: " ").map(String.init)).output
      #expect(try JSONValue(parsing: shown.output) == JSONValue(parsing: piped))
    }
  }
}
