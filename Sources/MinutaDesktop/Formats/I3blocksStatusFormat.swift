import JSONText

/// A status format: a block of i3blocks with `format=json`.
package struct I3blocksStatusFormat: StatusFormat {
  package let name = "i3blocks"
  package let summary = "A block of i3blocks with format=json"
  package let clickVariable: String? = "BLOCK_BUTTON"

  package func line(for content: StatusBarContent) -> String {
    I3barBlock.json(content, name: nil).text(.compact)
  }
}
