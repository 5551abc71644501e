import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// The file with the user's absences.
///
/// It exists only while there are any, so that other users' calls don't read it.
extension UptimeLog {
  var absenceFile: String { "\(folder)/away.json" }
  /// The time limit for the lock, which other processes hold only for a moment.
  private static let lockTimeout = Duration.seconds(2)

  func absenceHistory() -> AbsenceHistory {
    guard
      let bytes = try? FileDescriptor.contents(of: absenceFile, limit: 1 << 20),
      let json = try? JSONValue(parsing: bytes)
    else { return AbsenceHistory() }
    let absences = (json["absences"]?.array ?? []).compactMap(AbsenceHistory.Absence.init)
    return AbsenceHistory(absences: absences, departure: json["departure"].flatMap(Departure.init))
  }

  func updateAbsences(_ body: (inout AbsenceHistory) -> Void) throws(TrackingError) {
    do throws(SystemError) {
      _ = try Directory.make(folder, permissions: 0o700)
      let lock = try FileLock.acquire("\(folder)/away.lock", timeout: Self.lockTimeout)
      let before = absenceHistory()
      var absences = before
      body(&absences)
      if absences != before { try save(absences) }
      // Hold the lock until the file is saved.
      lock?.withLock {}
    } catch {
      throw .stateUnwritable(path: error.path ?? absenceFile, reason: error.reason)
    }
  }

  private func save(_ absences: AbsenceHistory) throws(SystemError) {
    if absences.isEmpty { return try Directory.unlink(absenceFile) }
    var json: JSONObject = ["absences": .array(absences.absences.map(\.json))]
    json["departure"] = absences.departure?.json
    try Directory.replace(absenceFile, with: JSONValue.object(json).bytes(.indented))
  }
}

extension AbsenceHistory.Absence {
  fileprivate init?(_ json: JSONValue) {
    guard
      let from = json["from"]?.string.flatMap(Timestamp.date),
      let to = json["to"]?.string.flatMap(Timestamp.date)
    else { return nil }
    let stopped = (json["stopped"]?.array ?? []).compactMap { $0.string.flatMap(UUID.of) }
    self.init(from: from, to: to, stopped: stopped)
  }

  fileprivate var json: JSONValue {
    [
      "from": .string(Timestamp.text(from)), "to": .string(Timestamp.text(to)),
      "stopped": .array(stopped.map { .string($0.text) }),
    ]
  }
}

extension Departure {
  fileprivate init?(_ json: JSONValue) {
    guard let moment = json["at"]?.string.flatMap(Timestamp.date) else { return nil }
    self.init(
      moment: moment,
      boot: json["boot"]?.string,
      bootedAt: json["bootedAt"]?.string.flatMap(Timestamp.date)
    )
  }

  fileprivate var json: JSONValue {
    var json: JSONObject = ["at": .string(Timestamp.text(moment))]
    json["boot"] = boot.map { .string($0) }
    json["bootedAt"] = bootedAt.map { .string(Timestamp.text($0)) }
    return .object(json)
  }
}
