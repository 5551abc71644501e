import Testing

/// A name of a tag that tries to be more than a name, and how Waybar must get it.
struct HostileName: Sendable, CustomTestStringConvertible {
  let text: String
  /// In the bar.
  let short: String
  /// In the tooltip.
  let whole: String

  init(_ text: String, _ short: String, whole: String? = nil) {
    self.text = text
    self.short = short
    self.whole = whole ?? short
  }

  var testDescription: String { String(text.debugDescription.prefix(60)) }

  static let all = [
    HostileName("-u", "-u"),
    HostileName(
      #"& < > " ' %{A1:x:} #(x)"#,
      "&amp; &lt; &gt; &quot; &#39; %{A1:x:} #(x)"
    ),
    HostileName("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    HostileName("R&D; rm -rf ~", "R&amp;D; rm -rf ~"),
    HostileName("a\nb\r\nc\td\u{0}e\u{1B}[31m\u{85}f\u{7F}", "a b  c d e [31m f "),
    HostileName("a\u{2028}b\u{2029}c\u{FFFF}d", "a b c d"),
    HostileName("עבודה", "עבודה"),
    HostileName("\u{202E}kroW\u{2066}x\u{200F}", " kroW x "),
    HostileName("👩‍👩‍👧‍👦 e\u{301}", "👩‍👩‍👧‍👦 e\u{301}"),
    HostileName(#"\"{}[],\u0000"#, #"\&quot;{}[],\u0000"#),
    HostileName(String(repeating: "x", count: 40), String(repeating: "x", count: 40)),
    HostileName(
      String(repeating: "x", count: 41),
      String(repeating: "x", count: 39) + "…",
      whole: String(repeating: "x", count: 41)
    ),
    HostileName(
      String(repeating: "&", count: 10_000),
      String(repeating: "&amp;", count: 39) + "…",
      whole: String(repeating: "&amp;", count: 10_000)
    ),
  ]
}
