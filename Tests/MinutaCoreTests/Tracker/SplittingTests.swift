import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct SplittingTests {
  private let bench = TrackerFixture()

  @Test func `the first part keeps id and images, all keep tag, comment and zone`() async throws {
    let work = try bench.addTag("Work")
    let whole = try bench.add("09:00", "11:00", tag: work, comment: "Plan", images: ["a.png"])
    let moments = ["10:30", "10:00", "10:00"].map(bench.time)
    let parts = try await bench.write { try $0.splitRecord(whole.id, at: moments) }.map(\.record)
    #expect(parts.map(\.stretch) == ["09:00-10:00", "10:00-10:30", "10:30-11:00"])
    #expect(parts.map(\.images) == [["a.png"], [], []])
    #expect(parts.first?.id == whole.id)
    #expect(Set(parts.map(\.id)).count == 3)
    for part in parts {
      #expect(part.tagId == work.id && part.comment == "Plan" && part.timeZone == "Europe/Zurich")
    }
    #expect(try await bench.records() == parts)
  }

  @Test func `the last part of a running timer runs on`() async throws {
    let id = try bench.add("09:00").id
    let moment = bench.time("10:00")
    _ = try await bench.write { try $0.splitRecord(id, at: [moment]) }
    #expect(try await bench.stretches() == ["09:00-10:00", "10:00-"])
  }

  @Test(arguments: ["08:59", "09:00", "12:00", "12:01"], [nil, "12:00"])
  func `a record is split strictly within`(at: String, end: String?) async throws {
    let record = try bench.add("09:00", end)
    let moment = bench.time(at)
    let start = record.startTime
    await #expect(throws: TrackingError.splitOutside(moment, start: start, end: bench.now)) {
      try await bench.write { try $0.splitRecord(record.id, at: [moment]) }
    }
    #expect(try await bench.records() == [record])
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
  func `a stretch is cut out of what overlaps it`(
    start: String,
    end: String?,
    rest: [String]
  ) async throws {
    let record = try bench.add(start, end, images: ["a.png"])
    let (from, to) = (bench.time("10:00"), bench.time("10:30"))
    _ = try await bench.write { try $0.cut(from: from, to: to, of: nil) }
    let left = try await bench.records()
    #expect(left.map(\.stretch) == rest)
    #expect(left.first.map { $0.id == record.id && $0.images == ["a.png"] } ?? true)
    #expect(left.dropFirst().allSatisfy { $0.images.isEmpty })
  }

  @Test(arguments: [("12:00", ["09:00-11:00", "12:00-"]), ("13:00", ["09:00-11:00"])])
  func `a timer goes on after a stretch that has ended`(
    end: String,
    rest: [String]
  ) async throws {
    try bench.add("09:00")
    let (from, to) = (bench.time("11:00"), bench.time(end))
    let cut = try await bench.write { try $0.cut(from: from, to: to, of: nil) }
    #expect(cut.seconds == 3600)
    #expect(try await bench.stretches() == rest)
  }

  @Test func `only records with the tag are cut`() async throws {
    let work = try bench.addTag("Work")
    try bench.add("09:00", "11:00", tag: work)
    try bench.add("09:30", "11:00")
    let (from, to) = (bench.time("10:00"), bench.time("12:00"))
    let cut = try await bench.write { try $0.cut(from: from, to: to, of: .id(work.id)) }
    #expect(cut.shortened == 1 && cut.records == 1)
    #expect(try await bench.stretches() == ["09:00-10:00", "09:30-11:00"])
    await #expect(throws: TrackingError.endBeforeStart(start: to, end: from)) {
      try await bench.write { try $0.cut(from: to, to: from, of: nil) }
    }
  }

  @Test(arguments: 1...50)
  func `what is cut out is what is missing, and nothing is left in the stretch`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let times = [
        Int.random(in: 0..<720, using: &random), Int.random(in: 0..<720, using: &random),
      ]
      let (start, end) = (times.min() ?? 0, times.max() ?? 0)
      let isRunning = Int.random(in: 0..<5, using: &random) == 0
      try bench.add(Self.clock(start), isRunning ? nil : Self.clock(end))
    }
    let first = Int.random(in: 0..<700, using: &random)
    let from = bench.time(Self.clock(first))
    let to = bench.time(Self.clock(Int.random(in: first..<719, using: &random)))
    let before = try await seconds()
    let cut = try await bench.write { try $0.cut(from: from, to: to, of: nil) }
    #expect(try await seconds() == before - cut.seconds)
    let stretch = TimeRange(from: from, to: to, timeZone: .gmt)
    #expect(try await bench.records().allSatisfy { !stretch.overlaps($0, now: bench.now) })
  }

  private func seconds() async throws -> Int {
    try await bench.records().reduce(0) { $0 + $1.seconds(at: bench.now) }
  }

  private static func clock(_ minutes: Int) -> String {
    [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
}
