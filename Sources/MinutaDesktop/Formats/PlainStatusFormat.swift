import SystemCalls

/// A status format: a line of text for bars without markup.
package struct PlainStatusFormat: StatusFormat {
  package let name = "plain"
  package let summary = "Text for a bar without markup, such as dwm's"

  package init() {}

  package func line(for content: StatusBarContent) -> String { content.text.singleLine }
}
