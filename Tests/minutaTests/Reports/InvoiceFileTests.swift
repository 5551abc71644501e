import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// The files of invoices that another program makes, which here is a script.
struct InvoiceFileTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try fixture.home.write(
      #"{"rates":[{"tag":"Acme","rate":100,"currency":"EUR"}]}"#,
      to: ".config/minuta/settings.json"
    )
    try await log(1)
  }

  /// Logs an hour of a day in November 2024.
  private func log(_ day: Int) async throws {
    let date = "2024-11-0\(day)"
    let times = ["--start", "\(date) 09:00", "--end", "\(date) 10:00"]
    let result = try await fixture.run(["log", "Acme"] + times)
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Makes an invoice while `script` runs in the place of `rsvg-convert`.
  ///
  /// In the script, `$page` is the drawing of the first page, and `$output` the file to write.
  private func bill(_ script: String) async throws -> ChildProcess.Result {
    let text = """
      #!/bin/sh
      set -eu
      PATH=/usr/bin:/bin
      for word in "$@"; do
        case $word in --output=*) output=${word#--output=} ;; *1.svg) page=$word ;; esac
      done
      echo made >> '\(fixture.home.path)/made'
      minuta='\(TestPrograms.minuta)'
      \(script)
      """
    try await fixture.home.writeExecutable(text, to: "bin/rsvg-convert")
    return try await fixture.run(
      ["invoice", "Acme", "2024-11", "--output", "\(fixture.home.path)/i.pdf"],
      environment: ["PATH": "\(fixture.home.path)/bin"]
    )
  }

  private func made() throws -> Int {
    try fixture.home.text(of: "made").split(separator: "\n").count
  }

  @Test func `the file is made while others may write, once`() async throws {
    let result = try await bill(
      """
      $minuta start Other --quiet
      cp "$page" "$output"
      """
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try made() == 1)
    #expect(try fixture.home.text(of: "i.pdf").contains(">100.00<"))
    #expect(try await fixture.run("status").output.contains("Other"))
  }

  @Test func `a record that is added meanwhile is in the file, the invoice and the marks`()
    async throws
  {
    let result = try await bill(
      """
      if ! [ -e "$HOME/added" ]; then
        touch "$HOME/added"
        $minuta log Acme --start "2024-11-02 09:00" --end "2024-11-02 10:00" --quiet
      fi
      cp "$page" "$output"
      """
    )
    #expect(result.errors.hasPrefix("Billed 2 records as "), "\(result.errors)")
    #expect(try made() == 2)
    #expect(try fixture.home.text(of: "i.pdf").contains(">200.00<"))
    let invoices = try await fixture.outcome(["invoices"])["value"]?["invoices"]
    #expect(invoices?.array?.first?["total"]?.string == "200.00")
    #expect(invoices?.array?.first?["records"]?.integer == 2)
    let comments = try fixture.records().map { $0["comment"]?.string ?? "" }
    #expect(comments.allSatisfy { $0.hasPrefix("#billed=") } && comments.count == 2)
  }

  @Test func `records that change each time are billed as they are at the end`() async throws {
    let result = try await bill(
      """
      day=$(wc -l < "$HOME/made")
      [ "$day" -gt 3 ] || $minuta log Acme --start "2024-11-1$day 09:00" --duration 1h --quiet
      cp "$page" "$output"
      """
    )
    #expect(result.errors.hasPrefix("Billed 4 records as "), "\(result.errors)")
    #expect(try made() == 4)
    #expect(try fixture.home.text(of: "i.pdf").contains(">400.00<"))
  }

  @Test(arguments: ["exit 3", "echo 'no font' >&2; exit 1"])
  func `if the program fails, nothing is billed`(_ script: String) async throws {
    let before = try fixture.content()
    let result = try await bill(script)
    #expect(result.status == 1 && result.errors.contains("'rsvg-convert' can't make the report"))
    #expect(try made() == 1)
    #expect(try fixture.content() == before)
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/i.pdf"))
  }

  @Test func `an invoice that can't be made doesn't start the program`() async throws {
    let result = try await bill("cp \"$page\" \"$output\"")
    #expect(result.status == 0, "\(result.errors)")
    let second = try await bill("cp \"$page\" \"$output\"")
    #expect(second.status == 1 && second.errors.contains("billed already"), "\(second.errors)")
    #expect(try made() == 1)
  }

  @Test func `a call that is repeated with its key makes no second file`() async throws {
    let path = "\(fixture.home.path)/i.pdf"
    let words = ["invoice", "Acme", "2024-11", "--output", path, "--key", "k"]
    _ = try await bill("cp \"$page\" \"$output\"")
    try await log(3)
    for _ in 0..<2 {
      let result = try await fixture.run(
        words,
        environment: ["PATH": "\(fixture.home.path)/bin"]
      )
      #expect(result.errors.contains("Billed 1 record as "), "\(result.errors)")
    }
    #expect(try made() == 2)
  }
}
