import SystemCalls
import Testing

@Test(arguments: [
  ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("Z\u{301}\u{302}\u{303}", 1),
  ("日本語", 6), ("ｱ", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("क्ष", 2),
  ("⌚", 2), ("👍", 2), ("👍🏽", 2), ("🏽", 2), ("👩‍💻", 2), ("👨‍👩‍👧‍👦", 2), ("1️⃣", 1), ("🇩🇪", 2),
  ("🇩🇪🇫🇷!", 5), ("\u{200B}", 0), ("\u{301}", 0), ("\u{7}", 0), ("a\u{1B}b", 2), ("\t", 0),
  ("\r\n", 0), ("R&D – Café", 10),
])
func `the display width matches a terminal`(text: String, columns: Int) {
  #expect(text.displayWidth == columns)
}
