package import JSONText

/// The result of `Status` as JSON on one line.
package struct JSONStatusFormat: StatusFormat {
  package let name = "json"

  package func line(for status: JSONObject) -> String {
    JSONValue.object(status).text(.compact)
  }
}
