import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaStore

/// Merges two invoices to which two machines gave the same number.
struct InvoiceMergeTests {
  private let ids = [
    UUID(uuidString: "5EC5ECD8-2D2E-40CD-9992-A8093023180F") ?? UUID(),
    UUID(uuidString: "6EC5ECD8-2D2E-40CD-9992-A8093023180F") ?? UUID(),
  ]

  /// Returns a folder in which an invoice bills one of two records.
  private func folder(billing index: Int, as number: String) -> FolderTexts {
    var folder = FolderTexts()
    for (place, id) in ids.enumerated() {
      let comment = place == index ? "Plan #billed=\(number)" : "Plan"
      folder = folder.with(id, at: "2026-11-20T08:3\(place):00Z", ["comment": .string(comment)])
    }
    if !number.isEmpty {
      let records: JSONValue = .array([["id": .string(ids[index].text)]])
      let json: JSONValue = ["number": .string(number), "date": "2026-11-30", "records": records]
      folder["invoices/\(number).json"] = json.text(.indented)
    }
    return folder
  }

  @Test(arguments: [
    ("2026-001", "2026-002"), ("A7", "A8"), ("009-2026", "010-2026"), ("11", "11-2"),
    ("2026-11-099", "2026-11-100"), ("Acme", "Acme-2"),
  ])
  func `the later one gets the next number, and its records follow`(number: String, next: String) {
    let base = folder(billing: -1, as: "")
    let (ours, theirs) = (folder(billing: 0, as: number), folder(billing: 1, as: number))
    let merged = MergedFolder(base, ours, theirs) { _ in true }
    #expect(merged == MergedFolder(base, theirs, ours) { _ in false })
    let path = "invoices/\(number).json"
    #expect(merged.files[path] == ours[path])
    let moved = folder(billing: 1, as: next)
    #expect(merged.files["invoices/\(next).json"] == moved["invoices/\(next).json"])
    #expect(merged.records[ids[0].text]?["comment"]?.string == "Plan #billed=\(number)")
    #expect(merged.records[ids[1].text]?["comment"]?.string == "Plan #billed=\(next)")
    #expect(merged.conflicts.isEmpty)
  }

  @Test(arguments: [false, true])
  func `an invoice that one side has unlocked stays one`(hasBase: Bool) {
    let locked = folder(billing: 0, as: "2026-001")
    let path = "invoices/2026-001.json"
    var unlocked = locked
    unlocked[path] = locked[path]?.replacing("\n}", with: ",\n  \"unlocked\": true\n}")
    let merged = MergedFolder(hasBase ? locked : [:], locked, unlocked) { _ in true }
    #expect(merged.files == unlocked)
    #expect(merged.conflicts.isEmpty == hasBase)
  }

  @Test func `a number that is taken is left out`() {
    var base = folder(billing: -1, as: "")
    base["invoices/2026-002.json"] = "{}"
    let ours = base.merging(folder(billing: 0, as: "2026-001")) { $1 }
    var theirs = base.merging(folder(billing: 1, as: "2026-001")) { $1 }
    theirs["invoices/2026-003.json"] = "{}"
    let merged = MergedFolder(base, ours, theirs)
    #expect(merged.files["invoices/2026-004.json"] != nil)
  }

  @Test func `a record that both invoices bill keeps the first number`() {
    let base = folder(billing: -1, as: "")
    let ours = folder(billing: 0, as: "2026-001")
    var theirs = ours
    let path = "invoices/2026-001.json"
    theirs[path] = ours[path]?.replacing("11-30", with: "11-31")
    let merged = MergedFolder(base, ours, theirs)
    #expect(merged.files["invoices/2026-002.json"] != nil)
    #expect(merged.records == ours.records)
  }
}
