import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport

/// The calls that a machine of the simulation can make.
struct SyncCalls {
  private let records: [String: JSONObject]
  private let machine: SyncMachine

  typealias Call = (intent: String, values: JSONObject)

  private static let names = ["Work", "Home", "Email", "Plan", "Acme/Site", "Acme/Shop"]

  /// - Parameter records: the records of the machine by id.
  init(_ records: [String: JSONObject], _ machine: SyncMachine) {
    (self.records, self.machine) = (records, machine)
  }

  /// The intents of the calls.
  static let intents: Set = [
    "ArchiveTag", "AttachImage", "Away", "Back", "BulkUpdate", "CancelTimer", "CreateTag",
    "CutRange", "DeleteRecord", "DeleteTag", "FillGaps", "Import", "JoinRecords", "LogTime",
    "MakeInvoice", "Redo", "RemoveImage", "RenameTag", "RestoreRecord", "ResumeTimer",
    "SetTagColor", "SplitRecord", "StartTimer", "StopTimer", "SwitchTimer", "UnarchiveTag",
    "Undo", "UpdateRecord",
  ]

  func random(using random: inout SeededGenerator) throws -> Call {
    switch Int.random(in: 0..<100, using: &random) {
    case 98...: ("MakeInvoice", ["tag": tag(&random), "range": "all"])
    case 50...: recordCall(&random)
    case 26...: timerCall(&random)
    case 12...: tagCall(&random)
    case 6...: rangeCall(&random)
    case 4...: try importCall(&random)
    default: (Bool.random(using: &random) ? "Undo" : "Redo", [:])
    }
  }

  private func tag(_ random: inout SeededGenerator) -> JSONValue {
    .string(Self.names.randomElement(using: &random) ?? "Work")
  }

  private func record(_ random: inout SeededGenerator) -> String {
    records.keys.sorted().randomElement(using: &random) ?? "last"
  }

  private func text(_ random: inout SeededGenerator) -> JSONValue {
    .string("Text \(random.next() % 100_000)")
  }

  private func duration(_ random: inout SeededGenerator, sign: String = "") -> JSONValue {
    .string("\(sign)\(Int.random(in: 1...300, using: &random))m")
  }

  private func label(_ random: inout SeededGenerator) -> JSONValue {
    .array([.string("l\(random.next() % 9)")])
  }

  /// Returns a call that makes, starts or ends a record.
  private func timerCall(_ random: inout SeededGenerator) -> Call {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: ("StartTimer", ["tag": tag(&random), "comment": text(&random)])
    case 3, 4: ("StopTimer", [:])
    case 5...8:
      ("LogTime", ["tag": tag(&random), "duration": duration(&random), "comment": text(&random)])
    case 9: ("SwitchTimer", ["tag": tag(&random)])
    case 10: ("ResumeTimer", ["record": .string(record(&random))])
    case 11: ("CancelTimer", ["confirm": true])
    case 12: ("Away", [:])
    default: ("Back", [:])
    }
  }

  /// Returns a call that changes one record.
  private func recordCall(_ random: inout SeededGenerator) -> Call {
    let id = record(&random)
    let record = JSONValue.string(id)
    switch Int.random(in: -4..<20, using: &random) {
    case -4, -3: return ("UpdateRecord", ["record": record, "labels": label(&random)])
    case -2, -1: return ("UpdateRecord", ["record": record, "removeLabel": label(&random)])
    case 0...5: return ("UpdateRecord", ["record": record, "comment": text(&random)])
    case 6...8: return ("UpdateRecord", ["record": record, "duration": duration(&random)])
    case 9, 10: return ("UpdateRecord", ["record": record, "shift": duration(&random, sign: "-")])
    case 11, 12: return ("UpdateRecord", ["record": record, "labels": label(&random)])
    case 13: return ("UpdateRecord", ["record": record, "tag": tag(&random)])
    case 14: return ("DeleteRecord", ["record": record])
    case 15: return ("RestoreRecord", ["record": "last"])
    case 16: return ("SplitRecord", ["record": record, "at": .array([.string(middle(of: id))])])
    case 17:
      // Programs ignore what follows the last chunk of a picture.
      let bytes = (Data(base64Encoded: Self.image) ?? Data()) + Data("\(random.next())".utf8)
      let image = JSONValue.string(bytes.base64EncodedString())
      return ("AttachImage", ["record": record, "data": image, "type": "png"])
    case 18: return ("RemoveImage", ["record": record, "image": 0])
    default:
      let other = JSONValue.string(self.record(&random))
      return ("JoinRecords", ["records": .array([record, other]), "confirm": true])
    }
  }

  /// Returns a call that changes a tag.
  private func tagCall(_ random: inout SeededGenerator) -> Call {
    let tag = tag(&random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: return ("RenameTag", ["tag": tag, "name": .string("New \(random.next() % 9)")])
    case 2:
      let color = JSONValue.string("#\(100_000 + Int(random.next() % 99_999))")
      return ("SetTagColor", ["tag": tag, "color": color])
    case 3: return ("DeleteTag", ["tag": tag, "confirm": true])
    case 4: return ("ArchiveTag", ["tag": tag])
    case 5: return ("UnarchiveTag", ["tag": tag])
    default: return ("CreateTag", ["tag": tag])
    }
  }

  /// Returns a call that changes the records of a range.
  private func rangeCall(_ random: inout SeededGenerator) -> Call {
    let filter = JSONValue.string("tag:\(tag(&random).string ?? "")")
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return ("FillGaps", ["tag": tag(&random), "range": "today", "confirm": true])
    case 1:
      let id = record(&random)
      let (start, end) = (middle(of: id), Timestamp.text(machine.now))
      return (
        "CutRange",
        ["start": .string(start), "end": .string(end), "record": .string(id), "confirm": true]
      )
    case 2:
      let change = Int.random(in: 0..<3, using: &random) == 0 ? "removeLabel" : "addLabel"
      let values: JSONObject = [change: label(&random)]
      return (
        "BulkUpdate", values.merging(["filter": filter, "range": "all", "confirm": true])
      )
    default:
      return (
        "BulkUpdate", ["filter": filter, "range": "all", "comment": text(&random), "confirm": true]
      )
    }
  }

  /// Returns a call that imports a record, often one that another machine imports, too.
  private func importCall(_ random: inout SeededGenerator) throws -> Call {
    let hour = Int.random(in: 10...20, using: &random)
    let name = tag(&random).string ?? ""
    let times = "20260517T\(hour)0000Z - 20260517T\(hour)3000Z"
    let line = "inc \(times) # \"\(name)\" # \"Imported\"\n"
    let file = "\(machine.home)/2026-05.data"
    try line.write(toFile: file, atomically: true, encoding: .utf8)
    return ("Import", ["files": .array([.string(file)])])
  }

  /// Returns the time in the middle of a record, or one minute ago if there is none.
  private func middle(of id: String) -> String {
    let start = records[id]?["startTime"]?.string.flatMap(Timestamp.date)
    let end = records[id]?["endTime"]?.string.flatMap(Timestamp.date) ?? machine.now
    guard let start, start < end else { return Timestamp.text(machine.now - 60) }
    return Timestamp.text(start + (end.timeIntervalSince(start) / 2).rounded())
  }

  /// A picture of one point.
  static let image =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}
