import MinutaTestSupport

/// Valid and invalid JSON documents, which a mutator changes to get more test inputs.
enum DocumentSeeds {
  /// Creates a mutator that changes these documents.
  ///
  /// - Parameter number: The seed of the random number generator.
  static func mutator(_ number: UInt64) -> ByteMutator {
    ByteMutator(seeds: all, pieces: JSONFragments.all, changes: 1...4, number: number)
  }

  private static let all: [[UInt8]] =
    texts.map { Array($0.utf8) } + [
      Array(nested(20).utf8), Array(nested(99).utf8), [0x22, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x8F, 0xBF, 0xBF, 0x22],
    ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static let texts = [
    #"{"id":"8E1F6F0E-5F4E-4C4B-9F0B-3C8B6F1D2A77","startTime":"2026-11-20T08:00:00Z"}"#,
    #"{"comment":"Café – naïve","images":["a_0.png","b_1.jpg"],"timeZone":"Europe/Berlin"}"#,
    #"{"tags":[{"name":"Work","color":"f00","isArchived":false,"createdAt":null}]}"#,
    #"{"intent":"StartTimer","with":{"tag":"R&D; rm -rf ~","parallel":true}}"#,
    #"[{"intent":"A"},{"intent":"B","with":{}},{"intent":"C","with":{"x":[1,2,3]}}]"#,
    #"{"type":"object","properties":{"at":{"type":"string","default":"now"}},"required":["at"]}"#,
    #"{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"n":-1}}"#,
    "{\n  \"a\" : [ 1 , 2.50 ,\t-3e+10 ] ,\r\n  \"b\" : { }\n}\n",
    #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":0,"k":1,"l":2,"m":3,"n":4,"o":5,"p":6,"q":7}"#,
    #"{"é":1,"é":2,"":3," ":4}"#,
    #"{"a":{"a":{"a":{"a":[{"a":null}]}}}}"#,
    #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC""#,
    #"["\ud83d\ude00","\uD83D\uDE00x","\u0000","\uffff","\udbff\udfff"]"#,
    #"["\ud800","\udc00\ud800"]"#,
    "[\"日本語\",\"עברית\",\"😀👩‍💻\",\"\u{FEFF}\u{2028}\u{7F}\"]",
    "\"plain text with nothing in it that needs care, of some length\"",
    "123456789012345678901234567890.123456789e-1234567890",
    "[0,-0,0.0,-0.0e-0,1E5,1e+05,10,1.0,0.1]",
    "[1e400,-1e400,9223372036854775807,9223372036854775808,5e-324]",
    "[true,false,null,true,false,null]",
    "[[],[[]],[[],[]],{},[{}]]",
    "[{\"x\":[{\"y\":[{\"z\":[]}]}]},[[[[1]]]]]",
    "  \t\n\r null \r\n\t ",
    "\"\"", "{}", "[]", "0", "-1",
    "[01,+1,.5,1.,0x1,NaN,Infinity,-Infinity]",
    "{a:1,'b':2,\"c\":3,}",
    "[1,2,] // no",
    "\u{FEFF}{\"bom\":true}",
  ]
}
