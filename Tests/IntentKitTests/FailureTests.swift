import JSONText
import Testing

@testable import IntentKit

// The golden file `Tests/Snapshots/messages.txt` has the sentence of each error.

@Test(
  arguments: [
    (.missing, .missingInput, "missingValue"),
    (.missingOneOf(["start", "end"]), .missingInput, "missingValue"),
    (.unknownName(near: nil), .badInput, "invalidValue"),
    (.wrongType(expected: ["string"], found: 5), .badInput, "invalidValue"),
    (.conflict(with: "record"), .badInput, "invalidValue"),
  ] as [(ValidationError.Kind, Failure.Kind, String)]
)
func `an invalid value has a code and a path`(
  kind: ValidationError.Kind,
  failure: Failure.Kind,
  code: String
) {
  let error = Failure.invalidValue(at("/groupBy/0/b", kind))
  #expect(error.kind == failure)
  #expect(error.code == code)
  #expect(error.data == ["path": "/groupBy/0/b"])
}

private struct PrinterError: Error {}

private let missing = at("/steps", .missing)

@Test(
  arguments: [
    (.unknownIntent("X", near: nil), .unknownIntent, "unknownIntent"),
    (.sourceNotAllowed("Undo", .mcp), .unknownIntent, "sourceNotAllowed"),
    (.malformedCall(missing), .badInput, "malformedCall"),
    (.invalidDefinition(missing), .badInput, "invalidDefinition"),
    (.invalidWorkflow([missing], file: nil), .badInput, "invalidWorkflow"),
    (.dryRunUnsupported("Push"), .failed, "dryRunUnsupported"),
    (.readOnly("Undo"), .failed, "readOnly"), (.keyReused("k"), .badInput, "keyReused"),
    (.keyUnsupported("Push"), .badInput, "keyUnsupported"),
    (.atomicGroupUnsupported("Push"), .failed, "atomicGroupUnsupported"),
    (.cancelled, .cancelled, "cancelled"),
    (Failure(PrinterError(), in: "Push"), .failed, "internal"),
  ] as [(Failure, Failure.Kind, String)]
)
func `an error has a kind and a code`(error: Failure, kind: Failure.Kind, code: String) {
  #expect(error.kind == kind)
  #expect(error.code == code)
}
