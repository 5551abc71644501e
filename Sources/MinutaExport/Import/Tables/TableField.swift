/// A field of a record for which a table can have a column.
package enum TableField: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  case start
  case startTime
  case date
  case end
  case endTime
  case endDate
  case duration
  case client
  case project
  case task
  case tag
  case tags
  case comment
  case billable
  case id
  case timeZone

  /// The letters and digits of the names that columns with this field usually have, the best first.
  var usualNames: [String] {
    switch self {
    case .start:
      ["startutc", "start", "begin", "from", "started", "startedat", "startdatetime"]
    case .startTime: ["starttime", "begintime", "timestart"]
    case .date: ["startdate", "date", "begindate", "day"]
    case .end:
      ["endutc", "end", "stop", "to", "until", "finish", "ended", "endedat", "enddatetime"]
    case .endTime: ["endtime", "stoptime", "finishtime", "timeend"]
    case .endDate: ["enddate", "stopdate", "finishdate"]
    case .duration:
      [
        "seconds", "durationseconds", "duration", "durationh", "hours", "durationdecimal",
        "durationminutes", "minutes", "totaltime",
      ]
    case .client: ["client", "customer"]
    case .project: ["project", "projectname", "pr", "proj"]
    case .task: ["task", "taskname", "activity"]
    case .tag: ["tag", "category", "sheet", "job"]
    case .tags: ["tags"]
    case .comment:
      [
        "comment", "description", "title", "summary", "text", "ds", "notes", "note", "subject",
        "what", "details", "remarks", "memo",
      ]
    case .billable: ["billable"]
    case .id: ["id", "key", "uid", "uuid"]
    case .timeZone: ["timezone", "tz"]
    }
  }
}
