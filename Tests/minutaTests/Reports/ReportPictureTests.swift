import Foundation
import MinutaTestSupport
import Testing

/// The pages as two programs draw them.
struct ReportPictureTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      "minuta run '\(PackageDirectory.path)/Examples/reports/month.jsonl' > log"
    )
  }

  /// A page in shades of gray, from 0 for black to 255.
  private struct Picture {
    let width: Int
    let pixels: [UInt8]

    /// Reads a file in the format PGM, whose header is `P5 WIDTH HEIGHT 255`.
    init(_ file: String) throws {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
      let words = bytes.prefix(40).split(maxSplits: 4) { $0 <= 0x20 }
      let numbers = words.prefix(4).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      try #require(numbers.count == 3 && numbers[2] == 255)
      width = numbers[0]
      pixels = Array(bytes.suffix(numbers[0] * numbers[1]))
    }

    /// Returns the mean difference of the pixels.
    func difference(to other: Picture) -> Double {
      let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(pixels.count)
    }
  }

  /// Returns the first page of a report that a program converts, at 24 dots per inch.
  private func page(_ words: [String], by program: String) async throws -> Picture {
    let folder = "\(program)-bin"
    let script = "#!/bin/sh\nPATH=/usr/bin:/bin exec \(program) \"$@\"\n"
    try await fixture.home.writeExecutable(script, to: "\(folder)/\(program)")
    let file = "\(fixture.home.path)/\(program).pdf"
    let result = try await fixture.run(
      ["report", "--output", file] + words,
      environment: ["PATH": "\(fixture.home.path)/\(folder)"]
    )
    try #require(result.status == 0, "\(result.errors)")
    try await fixture.shell("pdftoppm -r 24 -gray -f 1 -singlefile \(program).pdf \(program)")
    return try Picture("\(fixture.home.path)/\(program).pgm")
  }

  @Test(
    .requires("chromium", "pdftoppm", "rsvg-convert"),
    arguments: [["2026-10"], ["2026-W42"], ["2026-10", "--sheet", "timesheet"]]
  )
  func `rsvg-convert and Chromium draw the same page`(_ words: [String]) async throws {
    let first = try await page(words, by: "rsvg-convert")
    let second = try await page(words, by: "chromium")
    #expect(first.width == second.width && first.pixels.count == second.pixels.count)
    let difference = first.difference(to: second)
    #expect(difference < 2.5, "\(difference)")
    // The page of another range differs by more.
    let other = try await page(["2026-09"] + words.dropFirst(), by: "rsvg-convert")
    #expect(first.difference(to: other) > 3 * difference)
  }
}
