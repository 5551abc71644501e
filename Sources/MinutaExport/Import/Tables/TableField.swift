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

  /// The letters and digits of the names that columns with this field usually have, the best first:
  /// in English, then German, French and Spanish.
  var usualNames: [String] {
    let text =
      switch self {
      case .start:
        "startutc start begin from started startedat startdatetime beginn von début inicio"
      case .startTime: "starttime begintime timestart startzeit"
      case .date: "startdate date begindate day datum startdatum fecha"
      case .end: "endutc end stop to until finish ended endedat enddatetime ende bis fin"
      case .endTime: "endtime stoptime finishtime timeend endzeit"
      case .endDate: "enddate stopdate finishdate enddatum"
      case .duration:
        "seconds durationseconds duration durationh hours durationdecimal durationminutes minutes "
          + "totaltime dauer stunden durée duración"
      case .client: "client customer kunde cliente"
      case .project: "project projectname pr proj projekt projet proyecto"
      case .task: "task taskname activity aufgabe tätigkeit tâche tarea"
      case .tag: "tag category sheet job kategorie"
      case .tags: "tags schlagworte etiquetas"
      case .comment:
        "comment description title summary text ds notes note subject what details remarks memo "
          + "kommentar beschreibung notiz notizen bemerkung bemerkungen commentaire comentario descripción"
      case .billable: "billable abrechenbar facturable"
      case .id: "id key uid uuid"
      case .timeZone: "timezone tz zeitzone"
      }
    return text.split(separator: " ").map(String.init)
  }
}
