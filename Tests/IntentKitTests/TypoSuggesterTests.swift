import IntentKit
import Testing

private let ids = [
  "ListRecords", "ListTags", "LogTime", "StartTimer", "Status", "StopTimer", "tag",
]

@Test(arguments: [
  ("StartTimr", "StartTimer"), ("starttimer", "StartTimer"), ("StatrTimer", "StartTimer"),
  ("StopTimers", "StopTimer"), ("LogTiem", "LogTime"), ("Stats", "Status"), ("tga", "tag"),
  ("tags", "tag"), ("TAG", "tag"), ("ListTag", "ListTags"), ("é-Status", "Status"),
  ("Statüs", "Status"),
  ("Start", nil), ("t", nil), ("ta", nil), ("", nil), ("Summarize", nil), ("xyz", nil),
  (String(repeating: "StartTimer", count: 7), nil),
])
func `the closest name is suggested`(name: String, near: String?) {
  #expect(TypoSuggester.closest(to: name, in: ids) == near)
}

@Test func `the closest candidate is suggested, or the first of equally close ones`() {
  #expect(TypoSuggester.closest(to: "cat", in: ["bat", "hat"]) == "bat")
  #expect(TypoSuggester.closest(to: "cats", in: ["bats", "CATS", "cat"]) == "CATS")
  #expect(TypoSuggester.closest(to: "cat", in: []) == nil)
}
