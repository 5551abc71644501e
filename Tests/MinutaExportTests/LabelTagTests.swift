import MinutaCore
import MinutaExport
import Testing

struct LabelTagTests {
  @Test(arguments: [
    ("billable", Label("billable")), ("12", Label("12")), ("R-12", Label("R-12")),
    ("client a", Label("tag", "client a")), ("client=Acme Inc.", Label("client", "Acme Inc.")),
    ("a=b=c", Label("a", "b=c")), ("a=", Label("tag", "a=")), ("=a", Label("tag", "=a")),
    ("tag", Label("tag")), ("tag=x", Label("tag", "tag=x")), ("", Label("tag", "")),
    ("C#", Label("tag", "C#")), ("Billable", Label("Billable")), ("TAG=x", Label("TAG", "x")),
    ("Büro", Label("Büro")), ("🙂", Label("tag", "🙂")),
  ])
  func `the tag of another program is a label`(_ tag: String, _ label: Label) {
    #expect(Label(tag: tag) == label)
    #expect(Label(tag: tag).text == label.text)
    #expect(label.tag == tag)
  }
}
