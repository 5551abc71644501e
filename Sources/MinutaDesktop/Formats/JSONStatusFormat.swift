import IntentKit
import JSONText

/// A status format: the result of the intent `Status` as JSON on one line.
package struct JSONStatusFormat: StatusFormat {
  package let name = "json"
  package let summary = "The result of the intent Status"
  package let failsWithError = true

  package func line(for content: StatusBarContent) -> String {
    guard let failure = content.failure else {
      return JSONValue.object(content.status).text(.compact)
    }
    let error: JSONValue = ["code": .string(failure.code), "message": .string(failure.message)]
    return JSONValue.object(["error": error]).text(.compact)
  }
}
