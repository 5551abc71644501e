import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// A fixture with records of two clients, a running timer and rates.
///
/// It is Friday, 2026-11-20, in Zurich.
struct InvoiceFixture {
  let intents: IntentFixture

  init(_ storage: IntentFixture.Storage = .folder, tax: Bool = true) async throws {
    var rules = TimeRules()
    rules.billing.rates = [
      try Self.rate("Acme", "100"), try Self.rate("Acme/Website", "85.50"),
      try Self.rate("Beta", "90", "CHF"),
    ]
    rules.billing.sender = ["Ada Example", "Main Street 1"]
    rules.billing.clients = [BillingRules.Client("acme", ["Acme Ltd", "Harbour 2"])]
    rules.billing.terms = "Payable within 30 days."
    if tax { rules.billing.tax = BillingRules.Tax("VAT", try #require(DecimalNumber("8.1"))) }
    intents = try IntentFixture(storage: storage, rules: rules)
    try await intents.log("Acme/Website", "2026-11-02 09:00", "2026-11-02 09:20")
    try await intents.log("Acme/Website", "2026-11-03 09:00", "2026-11-03 10:10")
    try await intents.log("Acme", "2026-11-03 14:00", "2026-11-03 15:00")
    try await intents.log("Beta/App", "2026-11-04 09:00", "2026-11-04 10:00")
    try await intents.value("StartTimer", ["tag": "Acme/Website", "at": "11:30"])
  }

  static func rate(
    _ tag: String,
    _ amount: String,
    _ currency: String = "EUR"
  ) throws -> HourlyRate {
    HourlyRate(
      tag: tag,
      try #require(DecimalNumber(amount)),
      try #require(Currency(currency)),
      from: nil,
      to: nil
    )
  }

  @discardableResult
  func bill(_ values: JSONObject = [:]) async throws -> JSONObject {
    let month: JSONObject = ["tag": "Acme", "range": "2026-11"]
    return try await intents.value("MakeInvoice", month.merging(values))
  }

  /// The values of a call that locks or unlocks the first invoice.
  static let number: JSONObject = ["number": "2026-001"]

  func unlock() async throws {
    try await intents.value("UnlockInvoice", Self.number)
  }

  /// The files of records and invoices.
  func files() throws -> [String: Data] {
    try intents.folder.content().compactMapValues { $0 }.filter { file in
      ["records/", "invoices/"].contains { file.key.hasPrefix($0) }
    }
  }
}
