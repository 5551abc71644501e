import MinutaCore

/// The file of a record, with its content.
struct RecordFile: Sendable {
  let path: String
  let stored: StoredRecord
  let text: String
}
