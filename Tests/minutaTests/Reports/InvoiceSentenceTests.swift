import MinutaTestSupport
import Testing

/// Tests that the sentences of `minuta invoice` say what to do next.
@Suite(.timeLimit(.minutes(10))) struct InvoiceSentenceTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      #"minuta log Acme/Website --start "2024-11-02 09:00" --end "2024-11-02 10:00""#
    )
  }

  private func run(_ line: String) async throws -> ChildProcess.Result {
    try await fixture.run(line.split(separator: " ").map(String.init))
  }

  @Test func `a missing rate is named with a command that adds one`() async throws {
    let refused = try await run("invoice Acme 2024-11")
    let command = #"config set rates.0 '{"tag":"Acme","rate":"100","currency":"EUR"}'"#
    #expect(
      refused.errors
        == "minuta: No rate applies to 'Acme/Website' on 2024-11-02. Add one, such as 100 an hour.\n"
        + "  minuta \(command)\n"
    )
    try await fixture.shell("minuta \(command)")
    let billed = try await run("invoice Acme 2024-11 --number 2024-001")
    #expect(
      (billed.errors + billed.output).hasPrefix(
        "Billed 1 record as '2024-001': 1h 00m, 100.00 EUR. It lacks your address, the address of "
          + "'Acme' and terms of payment: see the manual. You can print it, or take it back.\n"
          + "  minuta help invoices\n  minuta invoices 2024-001 --output FILE\n  minuta undo\n"
      ),
      "\(billed)"
    )
    let again = try await run("invoice Acme 2024-11")
    #expect(
      again.errors
        == "minuta: There are no records to bill in this range: 1 is billed already. You can print "
        + "that invoice, or take it back if it was your last change.\n"
        + "  minuta invoices 2024-001 --output FILE\n  minuta undo\n"
    )
    let undone = try await run("undo")
    #expect(
      undone.output
        == "Undid the invoice '2024-001': 1 record is no longer billed. A sheet that you wrote to a "
        + "file stays.\n"
    )
    #expect(try await run("redo").output.hasSuffix("'2024-001': 1 record is billed again.\n"))
    #expect(try await run("history").output.contains("invoice  '2024-001', 1 record"))
  }
}
