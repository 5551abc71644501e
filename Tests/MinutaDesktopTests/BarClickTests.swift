import MinutaDesktop
import Testing

struct BarClickTests {
  @Test(
    arguments: [
      ("[", nil), ("", nil), (#"{"name":"minuta","button":1,"x":12}"#, .left),
      (#",{"name":"minuta","button":2,"modifiers":["Mod4"]}"#, .middle),
      (#"[{ "name": "minuta", "button": 3, "event": 273 }"#, .right),
      (#" , { "button": 1 }"#, .left), (#",{"name":"clock","button":1}"#, nil),
      (#",{"name":"minuta","button":4}"#, nil), (#",{"name":"minuta"}"#, nil),
      (#",{"name":"minuta","button":"1"}"#, nil), (",{", nil), ("\u{0}\u{1B}", nil),
    ] as [(String, BarClick?)]
  )
  func `clicks on the block of Minuta are read from i3bar's events`(line: String, click: BarClick?)
  {
    #expect(BarClick(i3barEvent: line.utf8) == click)
  }

  @Test(arguments: [("1", .left), ("3", .right), ("", nil), ("4", nil)] as [(String, BarClick?)])
  func `i3blocks passes a click in a variable`(value: String, click: BarClick?) throws {
    let variables = ["BLOCK_BUTTON": value]
    #expect(try StatusFormats.named("i3blocks").click(variables) == click)
    #expect(try StatusFormats.named("waybar").click(variables) == nil)
  }
}
