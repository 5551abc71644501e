package import JSONText

/// A status format: the result of the intent `Status` as JSON on one line.
package struct JSONStatusFormat: StatusFormat {
  package let name = "json"

  package func line(for status: JSONObject) throws -> String {
    JSONValue.object(status).text(.compact)
  }
}
