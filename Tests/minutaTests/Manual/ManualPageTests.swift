import Foundation
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests the pages for man.
@Suite(.timeLimit(.minutes(10))) struct ManualPageTests {
  private let definitions = Program(environment: .ofCurrentProcess()).definitions

  @Test func `there is a page for the program, with all commands, and one for each topic`() throws {
    let pages = ManualPage.all(definitions, date: "2026-11-20")
    #expect(pages.map(\.file) == ["minuta.1"] + ManualTopic.all.map { "minuta-\($0.name).7" })
    let terms = pages[0].lines.filter { $0.hasPrefix("\\fBminuta ") }
    #expect(terms.count == CommandHelp.all(definitions).count)
    #expect(terms.contains("\\fBminuta log [TAG] [TIME...] [+LABEL...] [COMMENT...]\\fR"))
  }

  @Test func `Markdown becomes roff with every special character escaped`() {
    var writer = RoffWriter("minuta-x", section: 7, title: "A 'b' - c", date: "2026-11-20")
    writer.add(
      """
      # Title

      .Dot **bold** and [a link](x.md) with `-15m \\n`

      ## Two words

      - item one
        goes on

      | key | meaning | default |
      |---|---|---|
      | `a` | first | none |

      ```console
      $ minuta 'x'
      .done
      ```
      """
    )
    #expect(
      writer.lines.joined(separator: "\n") == """
        .TH "MINUTA\\-X" 7 2026-11-20 "Minuta 0.1.0" Minuta
        .SH NAME
        minuta\\-x \\- A \\(aqb\\(aq \\- c
        .SH "DESCRIPTION"
        \\&.Dot \\fBbold\\fR and a link with \\fB\\-15m \\en\\fR
        .SH "TWO WORDS"
        .IP \\(bu 2
        item one goes on
        .PP
        .RS 4
        .nf
          key  meaning  default
          \\-\\-\\-  \\-\\-\\-\\-\\-\\-\\-  \\-\\-\\-\\-\\-\\-\\-
          a    first    none
        .fi
        .RE
        .PP
        .RS 4
        .nf
        $ minuta \\(aqx\\(aq
        \\&.done
        .fi
        .RE
        """
    )
  }

  @Test(.requires("mandoc"))
  func `mandoc finds no fault in any page`() async throws {
    let folder = try TemporaryDirectory()
    for page in ManualPage.all(definitions, date: "2026-11-20") {
      try folder.write(page.lines.map { $0 + "\n" }.joined(), to: page.file)
      let result = try await TestPrograms.run(
        try #require(TestPrograms.installed("mandoc")),
        ["-T", "lint", "-W", "style", "\(folder.path)/\(page.file)"]
      )
      #expect(result.output + result.errors == "", "\(page.file)")
    }
  }
}
