import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct SplittingTests {
  private let fixture = TrackerFixture()

  @Test func `the first part keeps id and images, all parts keep the rest`() async throws {
    let work = try fixture.addTag("Work")
    let whole = try fixture.add("09:00", "11:00", tag: work, comment: "Plan", images: ["a.png"])
    let moments = ["10:30", "10:00", "10:00"].map(fixture.time)
    let parts = try await fixture.write { try $0.splitRecord(whole.id, at: moments) }.map(\.record)
    #expect(parts.map(\.interval) == ["09:00-10:00", "10:00-10:30", "10:30-11:00"])
    #expect(parts.map(\.images) == [["a.png"], [], []])
    #expect(parts.first?.id == whole.id)
    #expect(Set(parts.map(\.id)).count == 3)
    for part in parts {
      #expect(part.tagId == work.id && part.comment == "Plan" && part.timeZone == "Europe/Zurich")
    }
    #expect(try await fixture.records() == parts)
  }

  @Test func `the last part of a running timer keeps running`() async throws {
    let id = try fixture.add("09:00").id
    let moment = fixture.time("10:00")
    _ = try await fixture.write { try $0.splitRecord(id, at: [moment]) }
    #expect(try await fixture.intervals() == ["09:00-10:00", "10:00-"])
  }

  @Test(arguments: ["08:59", "09:00", "12:00", "12:01"], [nil, "12:00"])
  func `a record can't be split at its edges or outside`(at: String, end: String?) async throws {
    let record = try fixture.add("09:00", end)
    let moment = fixture.time(at)
    let start = record.startTime
    await #expect(throws: TrackingError.splitOutside(moment, start: start, end: fixture.now)) {
      try await fixture.write { try $0.splitRecord(record.id, at: [moment]) }
    }
    #expect(try await fixture.records() == [record])
  }

  @Test(
    arguments: [
      ("09:00", "11:00", ["09:00-10:00", "10:30-11:00"]), ("10:00", "11:00", ["10:30-11:00"]),
      ("09:00", "10:30", ["09:00-10:00"]), ("09:00", "10:15", ["09:00-10:00"]),
      ("10:00", "10:30", []), ("10:10", "10:20", []), ("10:10", "10:10", []),
      ("09:00", "10:00", ["09:00-10:00"]), ("10:30", "11:00", ["10:30-11:00"]),
      ("09:00", nil, ["09:00-10:00", "10:30-"]), ("10:10", nil, ["10:30-"]),
      ("11:00", nil, ["11:00-"]),
    ] as [(String, String?, [String])]
  )
  func `a period is cut out of the records that overlap it`(
    start: String,
    end: String?,
    rest: [String]
  ) async throws {
    let record = try fixture.add(start, end, images: ["a.png"])
    let (from, to) = (fixture.time("10:00"), fixture.time("10:30"))
    _ = try await fixture.write { try $0.cut(from: from, to: to, of: nil, only: nil) }
    let left = try await fixture.records()
    #expect(left.map(\.interval) == rest)
    #expect(left.first.map { $0.id == record.id && $0.images == ["a.png"] } ?? true)
    #expect(left.dropFirst().allSatisfy { $0.images.isEmpty })
  }

  @Test(arguments: [("12:00", ["09:00-11:00", "12:00-"]), ("13:00", ["09:00-11:00"])])
  func `a timer keeps running after a cut that ends in the past`(
    end: String,
    rest: [String]
  ) async throws {
    try fixture.add("09:00")
    let (from, to) = (fixture.time("11:00"), fixture.time(end))
    let cut = try await fixture.write { try $0.cut(from: from, to: to, of: nil, only: nil) }
    #expect(cut.seconds == 3600)
    #expect(try await fixture.intervals() == rest)
  }

  @Test func `only records with the tag are cut`() async throws {
    let work = try fixture.addTag("Work")
    try fixture.add("09:00", "11:00", tag: work)
    try fixture.add("09:30", "11:00")
    let (from, to) = (fixture.time("10:00"), fixture.time("12:00"))
    let cut = try await fixture.write {
      try $0.cut(from: from, to: to, of: .id(work.id), only: nil)
    }
    #expect(cut.shortened == 1 && cut.records == 1)
    #expect(try await fixture.intervals() == ["09:00-10:00", "09:30-11:00"])
    await #expect(throws: TrackingError.endBeforeStart(start: to, end: from)) {
      try await fixture.write { try $0.cut(from: to, to: from, of: nil, only: nil) }
    }
  }

  @Test(arguments: 1...50)
  func `a cut removes exactly the reported time and leaves no record in the period`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let times = [
        Int.random(in: 0..<720, using: &random), Int.random(in: 0..<720, using: &random),
      ]
      let (start, end) = (times.min() ?? 0, times.max() ?? 0)
      let isRunning = Int.random(in: 0..<5, using: &random) == 0
      try fixture.add(Self.clock(start), isRunning ? nil : Self.clock(end))
    }
    let first = Int.random(in: 0..<700, using: &random)
    let from = fixture.time(Self.clock(first))
    let to = fixture.time(Self.clock(Int.random(in: first..<719, using: &random)))
    let before = try await seconds()
    let cut = try await fixture.write { try $0.cut(from: from, to: to, of: nil, only: nil) }
    #expect(try await seconds() == before - cut.seconds)
    let period = TimeRange(from: from, to: to, timeZone: .gmt)
    #expect(try await fixture.records().allSatisfy { !period.overlaps($0, now: fixture.now) })
  }

  private func seconds() async throws -> Int {
    try await fixture.records().reduce(0) { $0 + $1.seconds(at: fixture.now) }
  }

  private static func clock(_ minutes: Int) -> String {
    [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
}
