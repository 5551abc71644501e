import JSONText

/// What curl is told on its standard input, which others cannot see as they see its arguments.
struct CurlConfiguration {
  let request: HTTPRequest
  let token: String?
  /// How long the whole may take.
  let timeout: Duration

  /// What stands behind the body: the status, and where it leads.
  static let trailer = "\n%{http_code} %{redirect_url}"

  var text: String {
    var lines = [
      "url = \(Self.quoted(request.url))",
      "request = \(Self.quoted(request.method))",
      "header = \"Accept: application/json\"",
      "write-out = \(Self.quoted(Self.trailer))",
      "max-time = \(timeout / .seconds(1))",
      "proto = \"=http,https\"",
      "globoff", "silent", "show-error",
    ]
    if let token { lines.append("header = \(Self.quoted("Authorization: Bearer \(token)"))") }
    if let body = request.body {
      lines.append("header = \"Content-Type: application/json\"")
      lines.append("data-raw = \(Self.quoted(body.text()))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A value between quotes, in which a quote, a backslash or the end of a line would mean something.
  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
