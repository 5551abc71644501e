import Testing

@testable import MinutaCore

@Suite struct LabelTests {
  @Test(
    arguments: [
      // klog's examples.
      ("#tag", ["#tag"]), ("#TAG", ["#tag"]),
      ("#t-a-g #t_a_g #t1a2g3", ["#t-a-g", "#t_a_g", "#t1a2g3"]),
      ("#--- #___ #24hours #読む", ["#---", "#___", "#24hours", "#読む"]),
      ("#tag=value", ["#tag=value"]), ("#tag=VALUE", ["#tag=VALUE"]), ("#TAG=a", ["#tag=a"]),
      ("#tag=v-a_1", ["#tag=v-a_1"]), (#"#tag="v a l u e""#, [#"#tag="v a l u e""#]),
      ("#tag='v!a?l,u=e'", [#"#tag="v!a?l,u=e""#]),
      (#"#tag="It's great""#, [#"#tag="It's great""#]),
      (#"#tag='5"'"#, [#"#tag='5"'"#]), (#"#tag="value""#, ["#tag=value"]),
      ("#tag=", ["#tag"]), (#"#tag="""#, ["#tag"]), ("#tag=''", ["#tag"]),
      ("#tag=' '", [#"#tag=" ""#]),
      ("##tag", ["#tag"]), ("#t^a*g", ["#t"]), ("#tag!!!", ["#tag"]), ("#tag:tag", ["#tag"]),
      ("#tag=foo=bar", ["#tag=foo"]), ("#tag='foo", ["#tag"]), (#"#tag="foo"#, ["#tag"]),
      (#"#tag='It's great'"#, ["#tag=It"]), ("#tag=foo#tag", ["#tag=foo"]),
      // Words and other text.
      ("", []), ("Write C# code", []), ("a#b é#b 4#b e\u{301}#b", []), ("#", []), ("# a #! #", []),
      ("#a#b", ["#a"]), ("(#a,#b)", ["#a", "#b"]), ("_#a -#b", ["#a", "#b"]),
      ("#a\n#b", ["#a", "#b"]),
      ("Fix the login #ticket=R-12, then rest", ["#ticket=R-12"]), ("#a=#b", ["#a", "#b"]),
      (##"#a="b"#c"##, ["#a=b", "#c"]), ("#a='x\ny' #b", ["#a", "#b"]), ("#a=\"x\r\ny\"", ["#a"]),
      (##"#a="#b" c"##, [##"#a="#b""##]),
      // Escapes.
      (#"#a="x\u0022\u000A'""#, [#"#a="x\u0022\u000A'""#]), (#"#a="\x\n""#, [#"#a="\x\n""#]),
      (#"#a='\u0022'"#, [#"#a='"'"#]), (#"#a="\u005Cu0022""#, [#"#a="\u005Cu0022""#]),
      // Unicode.
      ("#Ärger #ÄRGER", ["#ärger", "#ärger"]), ("#e\u{301}t", ["#e\u{301}t"]), ("#हिन्दी", ["#हिन्दी"]),
      ("#️⃣ #👍 #\u{301}a #a👍", ["#a"]), ("#ℵ=Ω", ["#ℵ=Ω"]), ("\u{301}#a", []),
      ("#a\u{0}b #c\u{202E}d", ["#a", "#c"]), ("#١", ["#١"]), ("\u{FE0F}#a", ["#a"]),
    ] as [(String, [String])]
  )
  func `labels are found in a comment`(comment: String, labels: [String]) {
    #expect(Label.all(in: comment).map(\.normalized.text) == labels)
  }

  @Test(
    arguments: [
      ("billable", "billable", nil), ("+billable", "billable", nil), ("#Billable", "billable", nil),
      ("ticket=R-12", "ticket", "R-12"), ("+client=R and D", "client", "R and D"),
      (#"client="R and D""#, "client", "R and D"), ("client='R'", "client", "R"), ("a=", "a", nil),
      (#"a="""#, "a", nil), ("a=b=c", "a", "b=c"), (#"a="b"#, "a", #""b"#), ("a='", "a", "'"),
      ("", nil, nil), ("#", nil, nil), ("=a", nil, nil), ("##a", nil, nil), ("+#a", nil, nil),
      ("a b", nil, nil), ("a#b", nil, nil), ("a!", nil, nil), ("a=b\nc", "a", "b\nc"),
      (#"a=it's 5" long"#, "a", #"it's 5" long"#), (#"a="\u0022""#, "a", "\""),
      (#"a=\u0022"#, "a", #"\u0022"#), ("\u{301}a", nil, nil),
    ] as [(String, String?, String?)]
  )
  func `a label is parsed from an argument`(text: String, key: String?, value: String?) {
    #expect(Label(parsing: text)?.key == key)
    #expect(Label(parsing: text)?.value == value)
  }

  @Test(
    arguments: [
      (nil, "a", "#a"), ("", "a", "#a"), (" \n", "a", "#a"), ("Plan", "a", "Plan #a"),
      ("Plan ", "a", "Plan #a"), ("Plan\n", "a", "Plan\n#a"), ("Plan #A", "a", "Plan #A"),
      ("#a=1", "a=2", "#a=1 #a=2"), ("#a=1", "a", "#a=1 #a"), ("#a='1'", "a=1", "#a='1'"),
      ("C#", "a", "C# #a"), ("Plan", "client=R and D", #"Plan #client="R and D""#),
      (#"#a="open"#, "b=x y", #"#b="x y" #a="open"#), (#"#a="open"#, "b", #"#a="open #b"#),
    ] as [(String?, String, String)]
  )
  func `a label is added to a comment that doesn't have it`(
    comment: String?,
    label: String,
    expected: String
  ) throws {
    #expect(try #require(Label(parsing: label)).added(to: comment) == expected)
  }

  @Test(
    arguments: [
      (nil, "a", nil), ("", "a", ""), ("Plan", "a", "Plan"), ("#a", "a", nil), (" #a ", "a", nil),
      ("Plan #a", "a", "Plan"), ("#a Plan", "a", "Plan"), ("Plan #a it", "a", "Plan it"),
      ("Plan  #a\tit", "a", "Plan\tit"), ("Plan #a, it", "a", "Plan, it"), ("(#a)", "a", "()"),
      ("Plan (#a it)", "a", "Plan ( it)"), ("Plan\n#a\nit", "a", "Plan\n\nit"),
      ("Plan\n#a it", "a", "Plan\nit"), ("Plan #a\nit", "a", "Plan\nit"),
      ("#a #b #a", "a", "#b"), ("#a #a #b", "a", "#b"), ("#b #a=1 #a=2", "a", "#b"),
      ("#b #a=1 #a=2", "a=2", "#b #a=1"), ("#a=1", "a=2", "#a=1"), ("#A='x y'", "a=x y", nil),
      // The text around the label becomes no label.
      ("#a#b", "a", "a#b"), ("x-#a#b", "a", "x- a#b"), ("#b=#a c", "a", "#b= c"),
      (#"#b=#a"c""#, "a", #"#b= "c""#), (#"#b-#a="x"y"#, "a", "#b- y"), (##"#a="x"#b"##, "a", "#b"),
    ] as [(String?, String, String?)]
  )
  func `a label is removed from a comment with its blanks`(
    comment: String?,
    label: String,
    expected: String?
  ) throws {
    #expect(try #require(Label(parsing: label)).removed(from: comment) == expected)
  }
}
