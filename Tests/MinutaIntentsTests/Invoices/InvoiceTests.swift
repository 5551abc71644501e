import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Invoices with a real data folder.
@Suite struct InvoiceTests {
  @Test func `an invoice bills the records of a client and marks them`() async throws {
    let fixture = try await InvoiceFixture()
    let value = try await fixture.bill()
    let invoice = try #require(value["invoice"])
    #expect(invoice["number"] == "2026-001")
    #expect(invoice["records"] == 3)
    #expect(invoice["lines"]?.array?.map { $0["amount"] } == ["100.00", "128.25"])
    #expect(invoice["subtotal"] == "228.25")
    #expect(invoice["tax"]?["amount"] == "18.49")
    #expect(invoice["total"] == "246.74")
    #expect(value["running"] == 1)
    #expect(
      try await fixture.intents.lines() == [
        "Acme/Website 08:00-08:20 #billed=2026-001", "Acme/Website 08:00-09:10 #billed=2026-001",
        "Acme 13:00-14:00 #billed=2026-001", "Beta/App 08:00-09:00", "Acme/Website 10:30-",
      ]
    )
    #expect(try fixture.files().keys.contains("invoices/2026-001.json"))
  }

  @Test func `the file of an invoice has its records and rates`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill(["lines": "record"])
    let text = try fixture.intents.folder.text(of: "invoices/2026-001.json")
    let json = try JSONValue(parsing: text)
    #expect(json["records"]?.array?.map { $0["line"] } == [0, 1, 2])
    #expect(json["lines"]?.array?.map { $0["rate"] } == ["85.5", "85.5", "100"])
    let invoice: Invoice = try json.decode()
    #expect(try JSONValue(encoding: invoice).text(.indented) == text)
    #expect(invoice.recipient == ["Acme Ltd", "Harbour 2"])
  }

  @Test func `a dry run shows the invoice and writes nothing`() async throws {
    let fixture = try await InvoiceFixture()
    let before = try fixture.files()
    let call = IntentCall("MakeInvoice", with: ["tag": "Acme", "range": "2026-11"])
    let planned = await fixture.intents.engine.dryRunCopy().perform(call, from: .file)
    #expect(planned.status == "planned")
    #expect(planned.result?.plan?.changes.count == 4)
    #expect(
      planned.sentence
        == "Would bill 3 records as '2026-001': 2h 30m, 246.74 EUR. Left out: 1 is running. "
        + "Dry run: nothing was written."
    )
    #expect(try fixture.files() == before)
    #expect(try await fixture.bill() == planned.result?.value)
  }

  @Test func `undo and redo of an invoice concern its marks and its file`() async throws {
    let fixture = try await InvoiceFixture()
    let before = try fixture.files()
    try await fixture.bill()
    let billed = try fixture.files()
    try await fixture.intents.value("Undo")
    #expect(try fixture.files() == before)
    #expect(try await fixture.intents.value("ListInvoices")["invoices"] == [])
    try await fixture.intents.value("Redo")
    #expect(try fixture.files() == billed)
  }

  @Test func `an invoice can't be redone after another one took its number`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    try await fixture.intents.value("Undo")
    try await fixture.bill(["tag": "Beta"])
    let before = try fixture.files()
    let refused = await fixture.intents.perform("Redo")
    let undo = try #require(refused.error?.data["entry"])
    let outcome = await fixture.intents.perform("Undo", ["entry": undo])
    #expect(outcome.error?.code == "changedSince")
    #expect(outcome.error?.data["conflicts"] == ["invoices/2026-001.json"])
    #expect(try fixture.files() == before)
    #expect(try await fixture.intents.value("Doctor")["problems"] == [])
  }

  @Test func `an invoice can't be redone after one of its records was billed`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    try await fixture.intents.value("Undo")
    try await fixture.bill(["range": "2026-11-02", "number": "2026-002"])
    let before = try fixture.files()
    let id = try await fixture.intents.ids()[0]
    let refused = await fixture.intents.perform("Redo")
    let undo = try #require(refused.error?.data["entry"])
    let outcome = await fixture.intents.perform("Undo", ["entry": undo])
    #expect(outcome.error?.code == "changedSince")
    #expect(outcome.error?.data["conflicts"] == [id])
    #expect(try fixture.files() == before)
  }

  @Test func `an invoice is undone as a whole or not at all`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    let id = try await fixture.intents.ids()[0]
    try await fixture.unlock()
    let change: JSONObject = ["record": id, "start": "2026-11-02 08:50"]
    try await fixture.intents.value("UpdateRecord", change)
    let before = try fixture.files()
    let entry = try await fixture.intents.value("History")["entries"]?[2]?["entry"]
    let outcome = await fixture.intents.perform("Undo", ["entry": try #require(entry)])
    #expect(outcome.error?.code == "changedSince")
    #expect(try fixture.files() == before)
    for _ in 0..<3 { try await fixture.intents.value("Undo") }
    #expect(try await fixture.intents.value("ListInvoices")["invoices"] == [])
  }

  @Test(arguments: ["invoices/2026-001.json", "invoices/2026-001.json/notes"])
  func `the number of a file that can't be read isn't used again`(path: String) async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    try await fixture.intents.value("Undo")
    try fixture.intents.folder.write("", to: path)
    #expect(await fixture.intents.perform("Redo").error?.code == "changedSince")
    let call: JSONObject = ["tag": "Acme", "range": "2026-11", "number": "2026-001"]
    let refused = await fixture.intents.perform("MakeInvoice", call)
    #expect(refused.error?.code == "invoiceExists")
    #expect(try await fixture.bill()["invoice"]?["number"] == "2026-002")
    #expect(try await fixture.intents.value("ListInvoices")["unreadable"] == ["2026-001"])
    let problems = try await fixture.intents.value("Doctor")["problems"]
    #expect(problems?[0]?["file"] == "invoices/2026-001.json")
  }

  @Test func `time that overlapping records bill twice is said`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.intents.log("Acme", "2026-11-03 09:30", "2026-11-03 14:15")
    let call = IntentCall("MakeInvoice", with: ["tag": "Acme", "range": "2026-11"])
    let outcome = await fixture.intents.engine.perform(call, from: .file)
    #expect(outcome.result?.value["overlapSeconds"] == 3300)
    #expect(outcome.sentence.contains("55m is billed more than once, because records overlap."))
  }

  @Test func `an earlier call about a billed record can't be undone`() async throws {
    let fixture = try await InvoiceFixture()
    let history = try await fixture.intents.value("History")
    let entry = try #require(history["entries"]?[4]?["entry"])
    try await fixture.bill()
    let before = try fixture.files()
    let outcome = await fixture.intents.perform("Undo", ["entry": entry, "confirm": true])
    #expect(outcome.error?.code == "changedSince")
    #expect(try fixture.files() == before)
  }

  @Test func `what is billed already is left out and said`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill(["range": "2026-11-02"])
    let value = try await fixture.bill()
    #expect(value["invoice"]?["number"] == "2026-002")
    #expect(value["billed"] == 1)
    let outcome = await fixture.intents.perform("MakeInvoice", ["tag": "Acme", "range": "2026-11"])
    #expect(
      outcome.error?.message
        == "There are no records to bill in this range: 3 are billed already and 1 is running. "
        + "See the list of invoices.\n  minuta invoices"
    )
  }

  @Test(
    arguments: [
      (["tag": "Old"], "rateMissing"), (["tag": "Nobody"], "tagNotFound"),
      (["tag": "Acme", "range": "2025"], "nothingToBill"),
      (["tag": "Acme", "number": "a/b"], "invalidValue"),
      (["tag": "Acme", "number": "2026-007"], "invoiceExists"),
      (["tag": "Acme", "number": "r-1"], "invoiceExists"),
      (["tag": "Acme", "format": "md"], "invalidValue"),
      (["tag": "Acme", "output": "invoice.doc"], "invalidValue"),
    ] as [(JSONObject, String)]
  )
  func `an invoice that can't be made changes nothing`(
    values: JSONObject,
    code: String
  ) async throws {
    let fixture = try await InvoiceFixture()
    for comment in ["#billed=2026-007", "#billed=R-1", "Free"] {
      let old: JSONObject = ["tag": "Old", "duration": "5m", "comment": .string(comment)]
      try await fixture.intents.value("LogTime", old)
    }
    let before = try fixture.files()
    let month: JSONObject = ["range": "2026-11"]
    let outcome = await fixture.intents.perform("MakeInvoice", month.merging(values))
    #expect(outcome.error?.code == code)
    #expect(try fixture.files() == before)
  }

  @Test func `ListInvoices shows each invoice, and one with its records`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    try await fixture.bill(["tag": "Beta", "number": "B-7"])
    let list = try await fixture.intents.value("ListInvoices")
    #expect(list["invoices"]?.array?.map { $0["number"] } == ["2026-001", "B-7"])
    #expect(list["invoices"]?.array?.map { $0["total"] } == ["246.74", "97.29"])
    let one = try await fixture.intents.value("ListInvoices", ["number": "B-7"])
    #expect(one["records"]?.array?.map { $0["tag"] } == ["Beta/App"])
    let missing = await fixture.intents.perform("ListInvoices", ["number": "B-8"])
    #expect(missing.error?.code == "invoiceNotFound")
  }

  @Test func `an invoice is unlocked, listed so and locked again`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    let path = "invoices/2026-001.json"
    // Another program has added a member.
    let text = try fixture.intents.folder.text(of: path)
    let other = text.replacing("\n}", with: ",\n  \"x\": 1.50\n}")
    try fixture.intents.folder.write(other, to: path)
    let unlock = IntentCall("UnlockInvoice", with: InvoiceFixture.number)
    let planned = await fixture.intents.engine.dryRunCopy().perform(unlock, from: .file)
    #expect(planned.status == "planned" && planned.result?.plan?.changes.count == 1)
    #expect(try fixture.intents.folder.text(of: path) == other)
    for isFirst in [true, false] {
      let outcome = await fixture.intents.engine.perform(unlock, from: .file)
      #expect(outcome.result?.value["invoice"]?["unlocked"] == true)
      #expect((outcome.result?.revision != nil) == isFirst)
    }
    let list = try await fixture.intents.value("ListInvoices")
    #expect(list["invoices"]?.array?.map { $0["unlocked"] } == [true])
    let shown = await fixture.intents.perform("ListInvoices", InvoiceFixture.number)
    #expect(shown.sentence.hasSuffix("\n  minuta invoice lock 2026-001"))
    let undo = await fixture.intents.engine.dryRunCopy().perform(IntentCall("Undo"), from: .file)
    #expect(undo.sentence.hasPrefix("Would undo 'invoice unlock': '2026-001'."))
    let lock = IntentCall("LockInvoice", with: InvoiceFixture.number)
    for isFirst in [true, false] {
      let outcome = await fixture.intents.engine.perform(lock, from: .file)
      #expect(outcome.result?.value["invoice"]?["unlocked"] == nil)
      #expect((outcome.result?.revision != nil) == isFirst)
    }
    #expect(try fixture.intents.folder.text(of: path) == other)
    let missing = await fixture.intents.perform("UnlockInvoice", ["number": "2026-002"])
    #expect(missing.error?.code == "invoiceNotFound")
  }

  @Test func `a stored invoice is printed again as it was`() async throws {
    let fixture = try await InvoiceFixture()
    let made = try await fixture.bill(["locale": "de_DE"])
    let text = try #require(made["text"]?.string)
    #expect(text.contains("246,74"))
    let number: JSONObject = ["number": "2026-001"]
    let shown = try await fixture.intents.value("ListInvoices", number)
    #expect(shown["text"]?.string == text)
    #expect(shown["invoices"]?[0]?["timeZone"] == "Europe/Zurich")
    let formats = [
      ("text", text), ("md", "# Rechnung 2026-001"), ("html", "<h1>"), ("svg", "<svg"),
      ("json", try fixture.intents.folder.text(of: "invoices/2026-001.json")),
    ]
    for (format, part) in formats {
      let values = number.merging(["format": .string(format)])
      let printed = try await fixture.intents.value("ListInvoices", values)
      let content = try #require(printed["content"]?.string)
      #expect(format == "text" || format == "json" ? content == part : content.contains(part))
    }
  }

  @Test(
    arguments: [
      ["format": "json"], ["output": "invoice.md"],
      ["number": "2026-001", "output": "invoice.doc"],
    ] as [JSONObject]
  )
  func `an invoice can't be printed without a number or in an unknown format`(
    values: JSONObject
  ) async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    let call = IntentCall("ListInvoices", with: values)
    let outcome = await fixture.intents.engine.perform(call, from: .commandLine)
    #expect(outcome.error?.code == "invalidValue")
  }

  @Test func `Doctor names records that differ from their invoice, and unusable files`()
    async throws
  {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    #expect(try await fixture.intents.value("Doctor")["problems"] == [])
    try await fixture.unlock()
    let ids = try await fixture.intents.ids()
    let changes: [JSONObject] = [["start": "2026-11-02 08:00"], ["comment": ""]]
    for (id, change) in zip(ids, changes) {
      let values: JSONObject = ["record": id]
      try await fixture.intents.value("UpdateRecord", values.merging(change))
    }
    try await fixture.intents.value("DeleteRecord", ["record": ids[2]])
    try fixture.intents.folder.write("{}", to: "invoices/2026-009.json")
    let problems = try await fixture.intents.value("Doctor")["problems"]?.array ?? []
    #expect(
      Set(problems.compactMap { $0["code"]?.string }) == [
        "billedRecordChanged", "billedRecordUnmarked", "billedRecordDeleted", "unreadableFile",
      ]
    )
    let list = try await fixture.intents.value("ListInvoices")
    #expect(list["unreadable"] == ["2026-009"])
  }

  @Test func `Doctor names labels whose invoice is missing or lists other records`() async throws {
    let fixture = try await InvoiceFixture()
    try await fixture.bill()
    for label in ["#billed", "#billed=2025-017", "#billed=2025-017", "#billed=2026-001"] {
      let values: JSONObject = ["tag": "Old", "duration": "5m", "comment": .string(label)]
      try await fixture.intents.value("LogTime", values)
    }
    let doctor = try await fixture.intents.value("Doctor")
    let problems = doctor["problems"]?.array ?? []
    #expect(problems.map { $0["code"] } == ["invoiceMissing", "billedRecordUnlisted"])
    #expect(problems[0]["message"]?.string?.hasPrefix("2 records ") == true)
    #expect(doctor["remaining"] == 1)
  }
}
