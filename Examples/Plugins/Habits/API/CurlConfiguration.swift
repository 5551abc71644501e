import JSONText

/// The configuration that curl reads from its standard input.
///
/// It contains the access token. Other users can see a program's arguments, but not its input.
struct CurlConfiguration {
  let request: HTTPRequest
  let token: String?
  /// The time limit of the whole request.
  let timeout: Duration

  /// The format of the line that curl writes after the body: the HTTP status and the target of a
  /// redirect.
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

  /// Returns the value in quotes, with quotes, backslashes and line breaks escaped.
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
