import SystemCalls

/// A status format: the running timer for a custom module of the prompt Starship.
///
/// Starship escapes the text for the shell, and hides a module whose text is empty.
package struct StarshipStatusFormat: StatusFormat {
  package let name = "starship"
  package let summary = "A custom module of Starship; empty if nothing is running"

  package func line(for content: StatusBarContent) -> String {
    content.state == .idle ? "" : content.text.singleLine
  }
}
