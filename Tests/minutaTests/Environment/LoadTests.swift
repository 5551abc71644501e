import Foundation
import JSONText
import MinutaTestSupport
import Synchronization
import Testing

/// Tests many processes at once, and large data folders.
@Suite(.timeLimit(.minutes(20))) struct LoadTests {
  @Test func `E20 a reader beside a writer neither fails nor waits, and sees whole calls`()
    async throws
  {
    let fixture = try MinutaFixture()
    let isDone = Flag()
    let reads = try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask {
        for round in 0..<15 {
          let day = #""start": "2024-05-\#(10 + round)"#
          let batch = ["08", "09", "10"].map {
            #"{"intent":"LogTime","with":{"tag":"T\#(round)",\#(day) \#($0):00","duration":"1h"}}"#
          }
          let result = try await fixture.runProcess(
            ["run", "-", "--atomic"],
            input: "[\(batch.joined(separator: ","))]"
          )
          #expect(result.status == 0, "\(result.errors)")
        }
        isDone.set()
        return 0
      }
      for words in [["summary", "all", "--json"], ["records", "all", "--json"]] {
        group.addTask {
          var count = 0
          var last = 0
          while !isDone.isSet {
            let result = try await fixture.runProcess(words)
            #expect(result.status == 0, "\(result.errors)")
            let value = try JSONValue(parsing: result.output)["value"]
            let seconds = value?["totalSeconds"]?.integer ?? -1
            #expect(seconds % 10_800 == 0 && seconds >= last)
            #expect(value?["skippedFiles"] == nil)
            last = seconds
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(reads > 2)
    #expect(try fixture.records().count == 45)
  }

  /// Sends as many requests as the environment variable `STARTS` says, by default 700, which are
  /// larger than a pipe's buffer.
  @Test func `A22 all requests are answered before the end of a closed pipe`()
    async throws
  {
    let starts = ProcessInfo.processInfo.environment["STARTS"].flatMap { Int($0) }
    let count = starts ?? 700
    var isWhole = false
    for _ in 0..<3 where !isWhole { isWhole = try await startsAll(count) }
    #expect(isWhole)
  }

  /// Starts `count` timers with one process that reads all requests from a pipe.
  ///
  /// - Returns: Whether all timers started; false if the disk was so slow that the server refused
  ///   the remaining requests.
  private func startsAll(_ count: Int) async throws -> Bool {
    let fixture = try MinutaFixture()
    let requests = (0..<count).map { number in
      #"{"jsonrpc":"2.0","id":\#(number),"method":"StartTimer","#
        + #""params":{"tag":"Work","parallel":true}}"# + "\n"
    }
    let begin = ContinuousClock.now
    let result = try await fixture.runProcess(["rpc"], input: requests.joined())
    #expect(result.errors.isEmpty)
    let replies = try result.output.split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
    #expect(replies.map { $0["id"]?.integer } == Array(0..<count))
    let done = replies.filter { $0["result"]?["status"] == "ok" }
    let ids = Set(done.compactMap { $0["result"]?["value"]?["record"]?["id"]?.string })
    let written = Set(try fixture.records().compactMap { $0["id"]?.string })
    #expect(ids.count == done.count)
    #expect(ids.isSubset(of: written))
    if result.status == 0 {
      #expect(ids.count == count)
      #expect(ids == written)
      return true
    }
    #expect(result.status == 1)
    #expect(begin.duration(to: .now) >= .milliseconds(1500))
    #expect(replies.dropFirst(done.count).allSatisfy { $0["error"]?["code"] == 1004 })
    return false
  }

  @Test func `E33 a comment may have any 10,000 characters`()
    async throws
  {
    let fixture = try MinutaFixture()
    let comment = String(repeating: "🎉", count: 10_000)
    let call: JSONValue = [
      "intent": "LogTime",
      "with": ["tag": "Work", "duration": "30m", "comment": .string(comment)],
    ]
    let logged = try await fixture.outcome(["run", "-"], input: call.text())
    #expect(logged["value"]?["record"]?["comment"]?.string == comment)
    let listed = try await fixture.outcome(["records", "all"])
    #expect(listed["value"]?["records"]?.array?.map { $0["comment"]?.string } == [comment])
    #expect(try await fixture.run("undo").status == 0)
    #expect(try await fixture.run("redo").status == 0)
    #expect(try fixture.records().map { $0["comment"]?.string } == [comment])
    let shown = try await fixture.run("records", "all")
    #expect(shown.output.utf8.count < 1000)
    let longer: JSONValue = [
      "intent": "LogTime", "with": ["duration": "30m", "comment": .string(comment + "!")],
    ]
    #expect(try await fixture.run(["run", "-"], input: longer.text()).status == 2)
  }

  /// The number of records: 100,800 for a release binary, and fewer for a debug build, which would
  /// take minutes.
  private static let manyRecords = TestPrograms.isDebugBuild ? 4800 : 100_800

  /// Writes a half-hour record in every hour; every 48th has the second tag, the others the first.
  private func writeRecords(days: Int, to folder: String, tags: [String]) throws {
    for number in 0..<days {
      let start = Date(timeIntervalSince1970: 1_262_304_000 + Double(number) * 86_400)
      let day = start.formatted(.iso8601.year().month().day())
      let month = folder + "/" + day.prefix(7).replacing("-", with: "/")
      try FileManager.default.createDirectory(atPath: month, withIntermediateDirectories: true)
      for hour in 0..<24 {
        let time = (hour < 10 ? "0" : "") + "\(hour)"
        let tag = number % 2 == 0 && hour == 0 ? tags[1] : tags[0]
        let record = """
          {"id":"\(UUID())","startTime":"\(day)T\(time):00:00Z","endTime":"\(day)T\(time):30:00Z",\
          "tagId":"\(tag)","images":[]}
          """
        try Data(record.utf8).write(to: URL(filePath: "\(month)/\(day)_\(time)0000.json"))
      }
    }
  }

  @Test func `E33 a hundred thousand records are summed and changed correctly`() async throws {
    let fixture = try MinutaFixture()
    let (count, days, few) = (Self.manyRecords, Self.manyRecords / 24, Self.manyRecords / 48)
    let ids = ["11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"]
    let tags = zip(ids, ["Work", "Email"]).map { id, name -> JSONValue in
      [
        "id": .string(id), "name": .string(name), "color": "#808080", "isArchived": false,
        "createdAt": "2010-01-01T00:00:00Z",
      ]
    }
    let list: JSONValue = ["tags": .array(tags)]
    try fixture.home.write(list.text(), to: "store/tags.json")
    try writeRecords(days: days, to: fixture.store + "/records", tags: ids)
    let all = try await fixture.outcome(["summary", "all"])
    #expect(all["value"]?["totalSeconds"]?.integer == count * 1800)
    #expect(
      all["value"]?["groups"]?.array?.map { $0["records"]?.integer } == [count - few, few]
    )
    let byDay = try await fixture.outcome([
      "summary", "all", "--group-by", "day", "--time-zone", "UTC",
    ])
    #expect(byDay["value"]?["groups"]?.array?.count == days)
    #expect(byDay["value"]?["groups"]?.array?.allSatisfy { $0["seconds"] == 43_200 } == true)
    #expect(
      try await fixture.outcome(["records", "2010-03"])["value"]?["totalSeconds"] == 1_337_400
    )
    #expect(try await fixture.run("start", "Work").status == 0)
    #expect(try await fixture.run("stop").status == 0)
    #expect(try await fixture.run("tag-rename", "Email", "Work", "--yes").status == 0)
    let merged = try await fixture.outcome(["summary", "2010/2021", "--time-zone", "UTC"])
    #expect(merged["value"]?["groups"]?.array?.map { $0["records"]?.integer } == [count])
    #expect(try await fixture.run("undo").status == 0)
    let undone = try await fixture.outcome(["summary", "2010/2021", "--time-zone", "UTC"])
    #expect(
      undone["value"]?["groups"]?.array?.map { $0["records"]?.integer } == [count - few, few]
    )
  }
}

private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() {
    value.withLock { $0 = true }
  }
}
