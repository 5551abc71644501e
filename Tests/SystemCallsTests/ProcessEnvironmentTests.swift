import Foundation
import Glibc
import SystemCalls
import Testing

@Test func `the variables equal those of Foundation`() {
  #expect(ProcessEnvironment.variables() == ProcessInfo.processInfo.environment)
  #expect(ProcessEnvironment.variables()["PATH"]?.isEmpty == false)
}

@Test(
  arguments: [
    ([], [:]),
    (["A=1", "B="], ["A": "1", "B": ""]),
    (["A=1", "A=2"], ["A": "1"]),
    (["A=b=c", "none", "=x"], ["A": "b=c", "": "x"]),
  ] as [([String], [String: String])]
)
func `a list of variables is parsed`(entries: [String], expected: [String: String]) {
  var list = entries.map { strdup($0) } + [nil]
  defer { for entry in list { free(entry) } }
  list.withUnsafeMutableBufferPointer { list in
    #expect(list.baseAddress.map { ProcessEnvironment.variables(in: $0) } == expected)
  }
}
