import Foundation
import Testing

/// A tag name that tries to break the output of a status bar, and its correct forms.
package struct HostileTagName: Sendable, CustomTestStringConvertible {
  package let text: String
  /// The correct text in Waybar's bar, where long names are truncated.
  package let short: String
  /// The correct text in Waybar's tooltip, where names are complete.
  package let whole: String

  package init(_ text: String, _ short: String, whole: String? = nil) {
    self.text = text
    self.short = short
    self.whole = whole ?? short
  }

  /// The correct text in a bar without markup.
  package var plain: String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(short) { $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal) }
  }

  package var testDescription: String { String(text.debugDescription.prefix(60)) }

  package static let all = [
    HostileTagName("-u", "-u"),
    HostileTagName(#"& < > " ' %{A1:x:} #(x)"#, "&amp; &lt; &gt; &quot; &#39; %{A1:x:} #(x)"),
    HostileTagName("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
    HostileTagName("R&D; rm -rf ~", "R&amp;D; rm -rf ~"),
    HostileTagName("a\nb\r\nc\td\u{0}e\u{1B}[31m\u{85}f\u{7F}", "a b  c d e [31m f "),
    HostileTagName("a\u{2028}b\u{2029}c\u{FFFF}d", "a b c d"),
    HostileTagName("עבודה", "עבודה"),
    HostileTagName("\u{202E}kroW\u{2066}x\u{200F}", " kroW x "),
    HostileTagName("👩‍👩‍👧‍👦 e\u{301}", "👩‍👩‍👧‍👦 e\u{301}"),
    HostileTagName(#"\"{}[],\u0000"#, #"\&quot;{}[],\u0000"#),
    HostileTagName("#(touch hit)#[fg=red]#{host}#S##", "#(touch hit)#[fg=red]#{host}#S##"),
    // A prepended letter or a combining mark forms one character with the sign beside it.
    HostileTagName(
      "\u{D4E}%{A1:touch hit:}\u{D4E}<b>\u{D4E}'\u{301}x",
      "\u{D4E}%{A1:touch hit:}\u{D4E}&lt;b&gt;\u{D4E}&#39;\u{301}x"
    ),
    HostileTagName("%{A1:touch hit:}x%{A}%%{", "%{A1:touch hit:}x%{A}%%{"),
    HostileTagName("<action=`touch hit`>x</action>", "&lt;action=`touch hit`&gt;x&lt;/action&gt;"),
    HostileTagName("</raw=1:/>%minuta%}{", "&lt;/raw=1:/&gt;%minuta%}{"),
    HostileTagName(
      "e" + String(repeating: "\u{301}", count: 10_000),
      "e" + String(repeating: "\u{301}", count: 399),
      whole: "e" + String(repeating: "\u{301}", count: 10_000)
    ),
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
