import IntentKit
import JSONText
import Testing

private let answer = IntentResult(["b": 1, "a": [nil]], dialog: "Done.")
private let error = Failure(code: "x", message: "No.", data: ["path": "/a"])
private let bare = Failure(.busy, code: "y", message: "Never.")

@Test(
  arguments: [
    (.ok(answer), #"{"status":"ok","value":{"b":1,"a":[null]},"dialog":"Done."}"#),
    (.planned(answer), #"{"status":"planned","value":{"b":1,"a":[null]},"dialog":"Done."}"#),
    (
      .failed(error),
      #"{"status":"failed","dialog":"No.","error":{"code":"x","message":"No.","data":{"path":"/a"}}}"#
    ),
    (.failed(.cancelled), #"{"status":"cancelled","dialog":"The call was cancelled."}"#),
    (
      .failed(bare), #"{"status":"busy","dialog":"Never.","error":{"code":"y","message":"Never."}}"#
    ),
  ] as [(Outcome, String)]
)
func `the JSON of an outcome has its status, its sentence and its data or error`(
  outcome: Outcome,
  text: String
) {
  #expect(outcome.json.text() == text)
}

@Test func `an outcome has a result or an error`() {
  for outcome in [Outcome.ok(answer), .planned(answer)] {
    #expect(outcome.result == answer)
    #expect(outcome.error == nil)
    #expect(outcome.sentence == "Done.")
  }
  let outcome = Outcome.failed(error)
  #expect(outcome.result == nil)
  #expect(outcome.error == error)
  #expect(outcome.sentence == "No.")
}
