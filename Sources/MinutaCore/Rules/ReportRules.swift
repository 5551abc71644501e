/// The user's settings about reports.
///
/// Both are templates, in which a report replaces placeholders such as `{title}`.
package struct ReportRules: Sendable, Equatable {
  /// The line above the title; nil for none.
  package var header: String?
  /// The line at the bottom of each page; nil for the usual one.
  package var footer: String?

  package init() {}
}
