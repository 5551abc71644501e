import IntentKit
import MinutaCore

struct LockInvoiceIntent: BuiltInIntent {
  static let definition = PackageResources.LockInvoice_json

  typealias Parameters = UnlockInvoiceIntent.Parameters
  typealias Result = UnlockInvoiceIntent.Result

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let (invoice, isUnchanged) = try context.setUnlocked(false, parameters.number)
    let name = invoice.number.quoted
    return IntentOutput(
      Result(invoice: InvoiceResult(invoice)),
      dialog: isUnchanged
        ? "The invoice \(name) is already locked."
        : "\(context.verb("lock", past: "Locked")) the invoice \(name)."
    )
  }
}
