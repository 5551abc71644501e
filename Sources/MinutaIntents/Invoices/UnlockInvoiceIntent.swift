import IntentKit
import JSONText
import MinutaCore

struct UnlockInvoiceIntent: BuiltInIntent {
  static let definition = PackageResources.UnlockInvoice_json

  struct Parameters: Codable {
    let number: String
  }

  struct Result: Codable {
    let invoice: InvoiceResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let (invoice, isUnchanged) = try context.setUnlocked(true, parameters.number)
    let name = invoice.number.quoted
    return IntentOutput(
      Result(invoice: InvoiceResult(invoice)),
      dialog: (isUnchanged
        ? "The invoice \(name) is already unlocked."
        : "\(context.verb("unlock", past: "Unlocked")) the invoice \(name): its records can be changed.")
        + " You can lock it again.".suggesting("invoice lock \(invoice.number)")
    )
  }
}

extension IntentContext {
  /// Unlocks a stored invoice, or locks it again.
  ///
  /// - Returns: The invoice, and whether nothing had to be changed.
  mutating func setUnlocked(
    _ isUnlocked: Bool,
    _ number: String
  ) throws -> (invoice: Invoice, isUnchanged: Bool) {
    let stored = try StoredInvoices(tracker)
    var invoice = try stored.invoice(number)
    guard let text = stored.texts[number], (invoice.unlocked ?? false) != isUnlocked else {
      return (invoice, true)
    }
    invoice.unlocked = isUnlocked ? true : nil
    // Another program may have added members.
    var json = try JSONValue(parsing: text).object ?? [:]
    json["unlocked"] = isUnlocked ? true : nil
    tracker.replaceInvoice(number, text, with: JSONValue.object(json).text(.indented))
    return (invoice, false)
  }
}
