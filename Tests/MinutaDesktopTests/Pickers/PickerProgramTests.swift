import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

/// Tests the lines that programs get and the answers that they print, without the programs.
@Suite struct PickerProgramTests {
  private static let rows = ["Work", "Email", "1  Work", "-u", "4  x"]
  private static let typing = PickerQuestion("Tag", rows: rows, allowsTyping: true)
  private static let choosing = PickerQuestion("Tag", rows: rows)

  private func answer(
    _ output: String,
    _ program: any PickerProgram,
    _ question: PickerQuestion
  ) -> PickerAnswer? {
    program.answer(output, to: question, lines: program.lines(question.rows, of: question))
  }

  /// The programs that print the text of a row if one can be typed.
  private static let textPrograms: [any PickerProgram] = [
    DmenuPicker(), BemenuPicker(), FuzzelPicker(), WofiPicker(),
  ]

  @Test(
    arguments: [
      ("Work", .row(0)), ("1  Work ", .row(2)), ("-u", .row(3)), ("4  x", .row(4)),
      ("Workshop", .typed("Workshop")), (" New name ", .typed("New name")),
      ("2", .typed("2")), ("2  Email", .typed("2  Email")), ("  ", nil),
    ] as [(String, PickerAnswer?)]
  )
  func `rows with different texts are recognized by these`(output: String, expected: PickerAnswer?)
  {
    for program in Self.textPrograms {
      #expect(program.lines(Self.rows, of: Self.typing) == Self.rows)
      #expect(answer(output, program, Self.typing) == expected, "\(program.name)")
    }
  }

  @Test(
    arguments: [
      ("1  Work", .row(0)), ("3  1  Work", .row(2)), ("4  -u", .row(3)), ("5  4  x", .row(4)),
      ("6  Work", .row(5)), ("1  Workshop", .typed("Workshop")), ("Work", .typed("Work")),
      ("2", .typed("2")), ("9  Work", .typed("9  Work")), ("3D print", .typed("3D print")),
      ("  ", nil),
    ] as [(String, PickerAnswer?)]
  )
  func `rows of which two are equal are recognized by a number`(
    output: String,
    expected: PickerAnswer?
  ) {
    let question = PickerQuestion("Tag", rows: Self.rows + ["Work"], allowsTyping: true)
    for program in Self.textPrograms {
      #expect(answer(output, program, question) == expected, "\(program.name)")
    }
  }

  @Test(
    arguments: [
      ("0 Work", .row(0)), ("4 4  x", .row(4)), ("-1 New name", .typed("New name")), ("-1 ", nil),
      ("-1 -1", .typed("-1")), ("5 ", nil), ("", nil), ("2 \u{301}mark", .row(2)),
    ] as [(String, PickerAnswer?)]
  )
  func `rofi prints the index or a typed text`(output: String, expected: PickerAnswer?) {
    #expect(answer(output, RofiPicker(), Self.typing) == expected)
  }

  @Test(
    arguments: [
      ("\n0\tWork", .row(0)), ("4\n4\t4  x", .row(4)), ("New name", .typed("New name")), ("", nil),
      ("0\tWork", .typed("0\tWork")), ("W\nctrl-o\n0\tWork", .row(0)),
    ] as [(String, PickerAnswer?)]
  )
  func `fzf prints the typed text, then the row`(output: String, expected: PickerAnswer?) {
    #expect(answer(output, FzfPicker(), Self.typing) == expected)
  }

  @Test func `without typing, fuzzel and wofi print the index`() {
    for program in [FuzzelPicker(), WofiPicker()] as [any PickerProgram] {
      #expect(program.lines(Self.rows + ["Work"], of: Self.choosing) == Self.rows + ["Work"])
      #expect(answer("2", program, Self.choosing) == .row(2))
      #expect(answer("5", program, Self.choosing) == nil)
      #expect(answer("-1", program, Self.choosing) == nil)
    }
    #expect(answer("1\tEmail", FzfPicker(), Self.choosing) == .row(1))
    #expect(answer("ctrl-o\n1\tEmail", FzfPicker(), Self.choosing) == .row(1))
  }

  @Test(arguments: HostileTagName.all)
  func `a hostile name stays in one row and is no option`(_ name: HostileTagName) {
    let row = PickerText.row(name.text)
    #expect(row.utf8.count <= 2010)
    #expect(!row.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    for program in PickerPrograms.all {
      let question = PickerQuestion(name.text, rows: [name.text], allowsTyping: true)
      let words = program.arguments(for: question, prompt: row)
      let options = program.arguments(
        for: PickerQuestion("P", rows: [], allowsTyping: true),
        prompt: "P"
      )
      #expect(words.count == options.count)
    }
  }

  @Test(
    arguments: [
      ([], nil, []),
      ([.x11], nil, ["rofi", "dmenu", "bemenu"]),
      ([.wayland], nil, ["fuzzel", "wofi", "bemenu", "rofi"]),
      ([.terminal, .x11], nil, ["fzf", "rofi", "dmenu", "bemenu"]),
      ([.wayland, .x11], "dmenu", ["dmenu"]),
      ([.x11], "fzf", []),
    ] as [(Set<PickerDisplay>, String?, [String])]
  )
  func `the session and the settings decide which programs can be used`(
    displays: Set<PickerDisplay>,
    choice: String?,
    names: [String]
  ) {
    #expect(PickerPrograms.usable(on: displays, choice: choice).map(\.name) == names)
  }

  @Test func `the environment names the displays`() {
    let all = PickerDisplay.all(in: ["DISPLAY": ":0", "WAYLAND_DISPLAY": ""], isTerminal: true)
    #expect(all == [.x11, .terminal])
  }

  @Test func `the programs are those of the folder`() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Sources/MinutaDesktop/Pickers"
    )
    let programs = names.filter { $0.hasSuffix("Picker.swift") }.map {
      $0.dropLast(12).lowercased()
    }
    #expect(Set(programs).subtracting(["", "program"]) == Set(PickerPrograms.all.map(\.name)))
    #expect(PickerPrograms.all.map(\.name) == PickerPrograms.all.map(\.name).sorted())
  }
}
