import Testing

/// A tag name that tries to break the output of a status bar, and its correct form in Waybar.
struct HostileTagName: Sendable, CustomTestStringConvertible {
  let text: String
  /// The correct text in Waybar's bar, where long names are truncated.
  let short: String
  /// The correct text in Waybar's tooltip, where names are complete.
  let whole: String

  init(_ text: String, _ short: String, whole: String? = nil) {
    self.text = text
    self.short = short
    self.whole = whole ?? short
  }

  var testDescription: String { String(text.debugDescription.prefix(60)) }

  static let all = [
    HostileTagName("-u", "-u"),
    HostileTagName(
      #"& < > " ' %{A1:x:} #(x)"#,
      "&amp; &lt; &gt; &quot; &#39; %{A1:x:} #(x)"
    ),
    HostileTagName("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    HostileTagName("R&D; rm -rf ~", "R&amp;D; rm -rf ~"),
    HostileTagName("a\nb\r\nc\td\u{0}e\u{1B}[31m\u{85}f\u{7F}", "a b  c d e [31m f "),
    HostileTagName("a\u{2028}b\u{2029}c\u{FFFF}d", "a b c d"),
    HostileTagName("עבודה", "עבודה"),
    HostileTagName("\u{202E}kroW\u{2066}x\u{200F}", " kroW x "),
    HostileTagName("👩‍👩‍👧‍👦 e\u{301}", "👩‍👩‍👧‍👦 e\u{301}"),
    HostileTagName(#"\"{}[],\u0000"#, #"\&quot;{}[],\u0000"#),
    HostileTagName(String(repeating: "x", count: 40), String(repeating: "x", count: 40)),
    HostileTagName(
      String(repeating: "x", count: 41),
      String(repeating: "x", count: 39) + "…",
      whole: String(repeating: "x", count: 41)
    ),
    HostileTagName(
      String(repeating: "&", count: 10_000),
      String(repeating: "&amp;", count: 39) + "…",
      whole: String(repeating: "&amp;", count: 10_000)
    ),
  ]
}
