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

  @Test func `the later one stays, and the other is a conflict of the whole file`() {
    let base = folder(billing: -1, as: "")
    let (ours, theirs) = (folder(billing: 0, as: "2026-001"), folder(billing: 1, as: "2026-001"))
    let merged = MergedFolder(base, ours, theirs) { _ in true }
    #expect(merged.files == MergedFolder(base, theirs, ours) { _ in false }.files)
    #expect(merged.files["invoices/2026-001.json"] == theirs["invoices/2026-001.json"])
    #expect(merged.conflicts.map(\.field.subject) == [.file("invoices/2026-001.json")])
    for id in ids {
      #expect(merged.records[id.text]?["comment"]?.string == "Plan #billed=2026-001")
    }
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
}
