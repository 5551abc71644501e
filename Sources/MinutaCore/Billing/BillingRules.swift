/// The user's settings for rates and invoices.
package struct BillingRules: Sendable, Equatable {
  package var rates: [HourlyRate] = []
  /// The lines of the sender's address.
  package var sender: [String] = []
  /// The lines of each client's address; a client is the first level of a tag.
  package var clients: [Client] = []
  package var tax: Tax?
  /// The terms of payment, below the total.
  package var terms: String?
  /// The line above an invoice, and the line at the bottom of each page.
  ///
  /// The placeholders `{title}`, `{number}`, `{client}`, `{range}`, `{total}` and `{date}` are
  /// replaced in them.
  package var header = ""
  package var footer = ""
  package var numbers = InvoiceNumberPattern.standard

  package init() {}

  /// The address of a client.
  package struct Client: Sendable, Equatable {
    /// The first level of the client's tags.
    package let tag: TagPath
    package let lines: [String]

    package init(_ tag: String, _ lines: [String]) {
      self.tag = TagPath(tag)
      self.lines = lines
    }
  }

  /// A tax on the sub-total of an invoice.
  package struct Tax: Sendable, Equatable {
    package let name: String
    /// The rate in percent.
    package let percent: DecimalNumber

    package init(_ name: String, _ percent: DecimalNumber) {
      self.name = name
      self.percent = percent
    }
  }
}
