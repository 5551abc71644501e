import Testing

/// A rule that every conformer of a contract keeps.
///
/// A test runs each rule with each conformer, so a failure names both.
package struct ContractRule<Conformer: Sendable>: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  private let body: @Sendable (Conformer) async throws -> Void

  package init(
    _ description: String,
    _ body: @escaping @Sendable (Conformer) async throws -> Void
  ) {
    testDescription = description
    self.body = body
  }

  package func check(_ conformer: Conformer) async throws { try await body(conformer) }
}
