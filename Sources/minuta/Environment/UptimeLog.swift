import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// A file with the times when this machine was awake.
///
/// It is outside the data folder and may be deleted safely.
struct UptimeLog: UptimeSource {
  /// The user's state directory.
  let folder: String

  private var file: String { "\(folder)/awake.json" }

  /// The files with the times when the user was away, and the decisions about them.
  var files: [String] { [file, absenceFile] }

  func reading(at now: Date) -> UptimeSample? {
    SystemUptimeClock.read().map { clock in
      UptimeSample(
        now: now,
        boot: clock.bootID,
        bootedAt: now.addingTimeInterval(-clock.secondsSinceBoot),
        asleepSeconds: Int(clock.secondsAsleep)
      )
    }
  }

  func uptimeHistory() -> UptimeHistory {
    guard
      let bytes = try? FileDescriptor.contents(of: file, limit: 1 << 20),
      let json = try? JSONValue(parsing: bytes)
    else { return UptimeHistory() }
    let periods = (json["periods"]?.array ?? []).compactMap(UptimeHistory.AwakePeriod.init)
    let settled = (json["settled"]?.object?.members ?? []).compactMap { member in
      UUID.of(member.key).flatMap { id in
        member.value.string.flatMap(Timestamp.date).map { (id, $0) }
      }
    }
    return UptimeHistory(
      periods: periods,
      reviewedUntil: Dictionary(settled) { first, _ in first }
    )
  }

  /// Saves the times without waiting for the disk; losing them does little harm.
  func save(_ times: UptimeHistory) {
    let settled = times.reviewedUntil.sorted { $0.key.uuidString < $1.key.uuidString }
    let json: JSONValue = [
      "periods": .array(times.periods.map(\.json)),
      "settled": .object(
        settled.reduce(into: [:]) { $0[$1.key.text] = .string(Timestamp.text($1.value)) }
      ),
    ]
    _ = try? Directory.make(folder, permissions: 0o700)
    try? Directory.replace(file, with: json.bytes(.indented))
  }
}

extension UptimeHistory.AwakePeriod {
  fileprivate init?(_ json: JSONValue) {
    guard
      let boot = json["boot"]?.string,
      let asleep = json["asleepSeconds"]?.integer,
      let bootedAt = json["bootedAt"]?.string.flatMap(Timestamp.date),
      let first = json["first"]?.string.flatMap(Timestamp.date),
      let last = json["last"]?.string.flatMap(Timestamp.date)
    else { return nil }
    let reading = UptimeSample(now: first, boot: boot, bootedAt: bootedAt, asleepSeconds: asleep)
    self.init(first: reading, last: last)
  }

  fileprivate var json: JSONValue {
    [
      "boot": .string(first.boot),
      "bootedAt": .string(Timestamp.text(first.bootedAt)),
      "asleepSeconds": .number(JSONNumber(first.asleepSeconds)),
      "first": .string(Timestamp.text(first.now)),
      "last": .string(Timestamp.text(last)),
    ]
  }
}
