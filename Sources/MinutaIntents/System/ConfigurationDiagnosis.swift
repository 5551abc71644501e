package import MinutaCore

/// The state of the user's configuration and of the installed files, for `Doctor`.
package struct ConfigurationDiagnosis: Sendable {
  package let findings: [StoreFinding]
  /// A sentence for each part that was checked and has no problem.
  package let checks: [String]

  package init(findings: [StoreFinding] = [], checks: [String] = []) {
    self.findings = findings
    self.checks = checks
  }
}
