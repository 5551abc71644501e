import Foundation
import SystemCalls

/// A page for browsers, in one file, whose tables can be sorted, grouped and filtered.
///
/// It loads nothing, and its Content Security Policy allows only its own script and style sheet,
/// which the policy names by their hashes. It is complete without the script.
enum HTMLReport {
  static func text(of data: ReportData, _ options: ReportOptions) -> String {
    let page = HTMLReportPage(data: data, options: options)
    let script = String(decoding: PackageResources.report_js, as: UTF8.self)
    let rules = String(decoding: PackageResources.report_css, as: UTF8.self)
    let style = ReportStyle.adaptiveCSS + rules + page.seriesStyle
    let parts = [head(of: page, style: style, script: script), page.body]
    return parts.joined() + "<script>\(script)</script>\n</body>\n</html>\n"
  }

  private static func head(of page: HTMLReportPage, style: String, script: String) -> String {
    HTMLHead(
      title: "\(page.data.title): \(page.data.dateRange)",
      language: page.words.language,
      style: style,
      policy: "script-src '\(hash(script))'; style-src '\(hash(style))'; "
        + "base-uri 'none'; form-action 'none'",
      metadata: """
        <meta name="color-scheme" content="light dark"/>
        <meta name="generator" content="Minuta"/>

        """
    ).text
  }

  /// Returns the source expression by which a policy allows a script or style sheet.
  private static func hash(_ text: String) -> String {
    let words = SHA256.digest(of: Array(text.utf8))
    let bytes = words.flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * $0) & 255) } }
    return "sha256-\(Data(bytes).base64EncodedString())"
  }
}
