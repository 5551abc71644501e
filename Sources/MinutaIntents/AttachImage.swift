import Foundation
import IntentKit
import JSONText
import MinutaCore

enum AttachImage: BuiltInIntent {
  static let definition = PackageResources.AttachImage_json
  static let commitsAlone = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    try checkSource(values)
    if values.has("data") { _ = try image(values) }
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let id = try values.requiredRecord()
    let image = try image(values)
    let attached = try run.tracker.attachImage(image.bytes, image.format, to: id)
    run.touch([attached.record])
    return Answer(
      ["record": attached.record.json(run.times), "image": .string(attached.file)],
      dialog: "\(run.verb("attach", past: "Attached")) \(attached.file.quoted) to "
        + "\(run.words.record(attached.record))."
    )
  }

  /// The image, which has to be what it is said to be: by its type, or by being an image at all.
  private static func image(
    _ values: IntentValues
  ) throws(IntentError) -> (bytes: [UInt8], format: ImageFormat) {
    let (name, bytes) = try content(values)
    if bytes.count > ImageFormat.limit {
      throw wrong(name, "an image of at most \(ImageFormat.limit >> 20) MiB", values)
    }
    guard let format = ImageFormat(of: bytes) else {
      throw wrong(
        name,
        "an image (\(ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")))",
        values
      )
    }
    if let type = values.string("type"), type != format.rawValue {
      throw wrong("type", "what the image is (\(format.rawValue))", values)
    }
    return (bytes, format)
  }

  /// Makes sure that there is a file or data with a type, and not both.
  private static func checkSource(_ values: IntentValues) throws(IntentError) {
    switch (values.has("file"), values.has("data")) {
    case (true, false): break
    case (false, true) where values.has("type"): break
    case (false, true): throw .invalidValue(ValueProblem("type", .missing))
    case (false, false): throw missing
    case (true, true): throw .invalidValue(ValueProblem("data", .conflict(with: "file")))
    }
  }

  private static let missing = IntentError.failed(
    OutcomeError(
      .badInput,
      code: "missingValue",
      message:
        "The image is missing; give 'data' with 'type', or 'file' where a file may be named.",
      data: ["path": ""]
    )
  )

  private static func content(
    _ values: IntentValues
  ) throws(IntentError) -> (name: String, bytes: [UInt8]) {
    try checkSource(values)
    if let file = values.content("file") { return ("file", file) }
    guard let data = values.string("data")?.base64Bytes else {
      throw wrong("data", "base64", values)
    }
    return ("data", data)
  }

  private static func wrong(
    _ name: String,
    _ expected: String,
    _ values: IntentValues
  ) -> IntentError {
    let found = values.path(name) ?? ""
    return .invalidValue(
      ValueProblem(name, .unreadable(expected: expected, found: .string(found)))
    )
  }
}
