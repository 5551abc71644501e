/// A currency, which is known by its code in ISO 4217.
package struct Currency: Sendable, Hashable {
  /// The code, such as `EUR`.
  package let code: String

  /// Creates a currency from three capital letters; returns nil for any other text.
  package init?(_ code: String) {
    let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { 65...90 ~= $0 }
    guard isCode else { return nil }
    self.code = code
  }

  /// The decimal places of amounts: 2 for most currencies.
  package var places: Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }
}

extension Currency: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let currency = Currency(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a currency")
    }
    self = currency
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
