package import JSONText

/// The status as the intent answers it.
package struct JSONStatusFormat: StatusFormat {
  package let name = "json"

  package func line(for status: JSONObject) -> String {
    JSONValue.object(status).text(.compact)
  }
}
