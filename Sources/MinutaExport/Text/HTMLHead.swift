/// The beginning of an HTML page that loads nothing.
struct HTMLHead {
  let title: String
  /// The language, such as `de-CH`.
  var language = "en"
  /// The content of the style sheet.
  let style: String
  /// The sources of scripts and style sheets that the Content Security Policy allows.
  var policy = "style-src 'unsafe-inline'"
  /// More elements `meta`, each on its own line.
  var metadata = ""

  /// The page up to the tag of its body.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.htmlText)">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \(policy)"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    \(metadata)<title>\(title.htmlText)</title>
    <style>\(style)</style>
    </head>
    <body>

    """
  }
}
